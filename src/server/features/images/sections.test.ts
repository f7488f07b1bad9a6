import { describe, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { maxSections } from '#shared/limits.ts'
import type { Section } from '#shared/sections.ts'
import type { Person } from '#test/support/builders.ts'
import { aPicture } from '#test/support/pictures.ts'
import { createTusCaller } from '#test/support/resumable-uploads.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'
import { createImageRepository } from './images.repository.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

type OwnLink = { _id: string; slug: string; owner: Person }

const as = ({ owner }: OwnLink) => ({ token: owner.token })
const add = (link: OwnLink, title: string, fields: object = {}) =>
  server.post(`/api/links/${link._id}/sections`, { title, ...fields }, as(link))
const listed = async (link: OwnLink): Promise<Section[]> =>
  (await server.get(`/api/links/${link._id}/sections`, as(link))).body.data
const titles = async (link: OwnLink) => (await listed(link)).map(({ title }) => title)
const read = async (link: OwnLink) => (await server.get(`/api/links/${link._id}`, as(link))).body.data
const idsIn = async (link: OwnLink) => (await read(link)).images.map(({ _id }: Image) => _id)

async function aSection(link: OwnLink, title = 'The coast'): Promise<Section> {
  return (await add(link, title)).body.data
}

/** Without changing the order of the images. */
const fileInto = async (link: OwnLink, section: Section, ids: string[]) => {
  const images = createImageRepository(server.db)
  await images.setSection(ids, (await images.findSection(section._id)) ?? null)
  server.services.invalidation.invalidate(link._id)
}

describe('a section', () => {
  test('is added at the end, or before another one', async () => {
    const link = await build.aLink()
    const made = await add(link, ' The   coast ', { text: 'Two days by the sea' })
    const section = { _id: expect.any(String), title: 'The coast', text: 'Two days by the sea', imageCount: 0 }
    expect([made.status, made.body.data]).toEqual([201, { ...section, anchor: 'the-coast' }])
    await add(link, 'South')
    await add(link, 'North', { before: made.body.data._id })
    expect(await titles(link)).toEqual(['North', 'The coast', 'South'])
    expect((await read(link)).sections).toEqual(await listed(link))
  })

  test('has an anchor that is unique in its link and survives renaming', async () => {
    const link = await build.aLink()
    const [first] = [
      await aSection(link),
      await aSection(link),
      await aSection(link, '🎉🎉'),
      await aSection(link, 'Ægir é!'),
    ]
    expect((await listed(link)).map(({ anchor }) => anchor)).toEqual(['the-coast', 'the-coast-2', 'section-3', 'gir-e'])
    const { body } = await server.put(`/api/sections/${first?._id}`, { title: 'Elsewhere' }, as(link))
    expect(body.data).toMatchObject({ title: 'Elsewhere', text: '', anchor: 'the-coast' })
    await server.del(`/api/sections/${first?._id}`, undefined, as(link))
    expect((await aSection(link)).anchor).toBe('the-coast')
  })

  test('can be given its former anchor, unless that is taken or reserved', async () => {
    const link = await build.aLink()
    for (const anchor of ['seaside', 'seaside', 'main']) await add(link, 'The coast', { anchor })
    expect((await listed(link)).map(({ anchor }) => anchor)).toEqual(['seaside', 'the-coast', 'the-coast-2'])
  })

  test.each<[object, string]>([
    [{ title: 'A', anchor: '"><b>' }, 'anchor'],
    [{ title: '' }, 'title'],
    [{}, 'title'],
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ title: 'A', text: 'x'.repeat(501) }, 'text'],
    [{ title: 'A', before: 'unknown' }, 'before'],
  ])('is rejected as %j', async (input, field) => {
    const link = await build.aLink()
    const { status, body } = await server.post(`/api/links/${link._id}/sections`, input, as(link))
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect(await listed(link)).toEqual([])
  })

  test("isn't added before a section of another link", async () => {
    const [link, other] = [await build.aLink(), await build.aLink()]
    expect((await add(link, 'A', { before: (await aSection(other))._id })).status).toBe(400)
  })

  test(`is one of at most ${maxSections}, exactly, even in parallel`, async () => {
    const link = await build.aLink()
    for (let n = 1; n < maxSections; n++) await add(link, `Part ${n}`)
    const answers = await Promise.all(Array.from({ length: 64 }, () => add(link, 'One more')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ body }) => body.code === 'SECTION_LIMIT')
    expect([refused.length, refused[0]?.status]).toEqual([63, 403])
    expect(await listed(link)).toHaveLength(maxSections)
  })

  test('leaves its images in the link, without a section and in their order', async () => {
    const link = await build.aLink()
    const ids = await build.imageRows(link, 4)
    const [coast, south] = [await aSection(link), await aSection(link, 'South')]
    await fileInto(link, coast, [ids[1], ids[0]] as string[])
    await fileInto(link, south, [ids[2]] as string[])
    expect(await idsIn(link)).toEqual([ids[3], ids[0], ids[1], ids[2]])
    const removed = await server.del(`/api/sections/${coast._id}`, undefined, as(link))
    expect([removed.status, await idsIn(link)]).toEqual([200, [ids[0], ids[1], ids[3], ids[2]]])
    expect(await listed(link)).toMatchObject([{ title: 'South', imageCount: 1 }])
    expect((await server.del(`/api/sections/${coast._id}`, undefined, as(link))).status).toBe(404)
  })
})

test('only a change of the order makes another image the cover', async () => {
  const link = await build.aLink()
  const [first] = await build.imageRows(link, 1)
  const coast = await aSection(link, 'Coast')
  await fileInto(link, coast, [first] as string[])
  const [earlier] = await build.imageRows(link, 1)
  const other = await build.aLink({ owner: link.owner })
  const arriving = await build.imageRows(other, 1)
  await server.db
    .updateTable('links')
    .set({ cover_image_id: first, cover_chosen: 0 })
    .where('id', '=', link._id)
    .execute()
  const coverOf = async () => (await server.get(`/api/links/${link._id}`, as(link))).body.data.coverImage._id
  await server.put(`/api/sections/${coast._id}`, { text: 'The last evening' }, as(link))
  await aSection(link, 'South')
  await server.post('/api/images/bulk', { action: 'move', imageIds: arriving, linkId: link._id }, as(link))
  expect(await coverOf()).toBe(first)
  await server.put(`/api/links/${link._id}/order`, { imageIds: [earlier, ...arriving, first] }, as(link))
  expect(await coverOf()).toBe(earlier)
})

describe('the order of sections', () => {
  test('decides on the order of the gallery, its cover and its previews', async () => {
    const link = await build.aLink()
    const ids = await build.imageRows(link, 5)
    const [one, two] = [await aSection(link, 'One'), await aSection(link, 'Two')]
    await fileInto(link, one, [ids[0], ids[4]] as string[])
    await fileInto(link, two, [ids[1], ids[2], ids[3]] as string[])
    const order = (sectionIds: string[]) =>
      server.put(`/api/links/${link._id}/sections/order`, { sectionIds }, as(link))
    const { status, body } = await order([two._id, one._id])
    const inOrder = [ids[1], ids[2], ids[3], ids[0], ids[4]]
    expect([status, body.data.images.map(({ _id }: Image) => _id)]).toEqual([200, inOrder])
    expect(body.data).toMatchObject({ sections: [{ title: 'Two' }, { title: 'One' }], coverImage: { _id: ids[1] } })
    const own = await server.get('/api/links', as(link))
    expect(own.body.data[0].images.map(({ _id }: Image) => _id)).toEqual(inOrder.slice(0, 4))
    expect(own.body.data[0]).not.toHaveProperty('sections')
    for (const wrong of [[two._id], [two._id, two._id], [two._id, 'unknown'], [two._id, one._id, 'unknown']]) {
      expect((await order(wrong)).body).toMatchObject({ fields: { sectionIds: expect.any(String) } })
    }
  })

  test('ordering images sets positions within each section and keeps the sections', async () => {
    const link = await build.aLink()
    const ids = await build.imageRows(link, 4)
    await fileInto(link, await aSection(link), [ids[1], ids[3]] as string[])
    const imageIds = [ids[3], ids[2], ids[1], ids[0]]
    const { body } = await server.put(`/api/links/${link._id}/order`, { imageIds }, as(link))
    expect(body.data.images.map(({ _id }: Image) => _id)).toEqual([ids[2], ids[0], ids[3], ids[1]])
  })
})

test('visitors see only sections with images, and plain links say nothing of sections', async () => {
  const link = await build.aLink()
  const ids = await build.imageRows(link, 2)
  const plain = (await server.get(`/api/links/slug/${link.slug}`)).body.data
  expect([plain.sections, 'sectionId' in plain.images[0]]).toEqual([[], false])
  const coast = await aSection(link)
  await aSection(link, 'Empty')
  await fileInto(link, coast, ids.slice(1))
  const { sections, images } = (await server.get(`/api/links/slug/${link.slug}`)).body.data
  expect(sections).toEqual([{ ...coast, imageCount: 1 }])
  expect(images).toMatchObject([{ sectionId: null }, { sectionId: coast._id }])
})

const photoOf = (taken?: string, offset?: string) =>
  aPicture()
    .withExif({
      IFD2: { ...(taken && { DateTimeOriginal: taken }), ...(offset && { OffsetTimeOriginal: offset }) },
    })
    .jpeg()
    .toBuffer()

describe('sections by day', () => {
  const byDay = (link: OwnLink, body?: object) => server.post(`/api/links/${link._id}/sections/by-day`, body, as(link))

  test('use the local time of the camera, and the time zone for times with an offset', async () => {
    const link = await build.aLink()
    const images = []
    for (const [taken, offset] of [
      ['2026:06:14 23:30:00'],
      ['2026:06:15 00:30:00', '+02:00'],
      ['2026:06:13 10:00:00'],
      [],
    ]) {
      images.push(await build.anImage({ link, bytes: await photoOf(taken, offset) }))
    }
    const [loose, zoned, early, undated] = images
    const { status, body } = await byDay(link, { tz: 'America/New_York' })
    expect([status, body.data.sections.map(({ title }: Section) => title)]).toEqual([
      200,
      ['13 June 2026', '14 June 2026'],
    ])
    expect(body.data.images.map(({ _id }: Image) => _id)).toEqual(
      [undated, early, loose, zoned].map((each) => each?._id),
    )
    const late = await build.anImage({ link, bytes: await photoOf('2026:06:14 00:10:00', '+02:00') })
    const again = await byDay(link)
    expect(again.body.data.sections).toHaveLength(2)
    expect(again.body.data.images.at(-1)._id).toBe(late._id)
    expect((await byDay(link, { tz: 'Mars/Base' })).status).toBe(400)
  })

  test('change nothing if there would be too many', async () => {
    const link = await build.aLink()
    for (let n = 1; n < maxSections; n++) await add(link, `Part ${n}`)
    const ids = await build.imageRows(link, 2)
    for (const [n, id] of ids.entries()) {
      const taken_at = `2026-06-1${n}T10:00:00.000Z`
      await server.db.updateTable('images').set({ taken_at }).where('id', '=', id).execute()
    }
    const { status, body } = await byDay(link)
    expect([status, body.code]).toEqual([403, 'SECTION_LIMIT'])
    expect(await listed(link)).toHaveLength(maxSections - 1)
    expect((await read(link)).images).toMatchObject([{ sectionId: null }, { sectionId: null }])
  })
})

describe('an upload', () => {
  test('goes to the end of its section', async () => {
    const link = await build.aLink()
    const section = await aSection(link)
    const first = await build.anImage({ link, fields: { sectionId: section._id } })
    const loose = await build.anImage({ link })
    const tus = createTusCaller(server)
    const bytes = await photoOf()
    const url = await tus.anUpload(as(link), bytes.length, { linkId: link._id, sectionId: section._id })
    await tus.patch(as(link), url, 0, bytes)
    const { images, sections } = await read(link)
    expect(images.map(({ _id }: Image) => _id).slice(0, 2)).toEqual([loose._id, first._id])
    expect(images.map(({ sectionId }: Image) => sectionId)).toEqual([null, section._id, section._id])
    expect(sections).toMatchObject([{ imageCount: 2 }])
  })

  test("is rejected for a section that isn't the link's", async () => {
    const [link, other] = [await build.aLink(), await build.aLink()]
    for (const sectionId of ['unknown', (await aSection(other))._id]) {
      const { status, body } = await build.anUpload({ link, fields: { sectionId } })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['sectionId']])
    }
    expect(await idsIn(link)).toEqual([])
  })
})

describe('a ZIP', () => {
  test('has a folder for each section, or only the images of one', async () => {
    const link = await build.aLink({ title: 'Iceland' })
    const zipOf = async (query = '') => {
      const url = `/api/links/slug/${link.slug}/download${query}`
      const { statusCode, rawPayload } = await server.app.inject({ url })
      return statusCode === 200 ? readZip(rawPayload).map(({ name }) => name) : statusCode
    }
    await build.anImage({ link })
    expect(await zipOf()).toEqual(['photo.jpg'])
    const [empty, coast, south] = [await aSection(link, 'Empty'), await aSection(link), await aSection(link, 'A/B: C')]
    for (const section of [south, coast, coast]) await build.anImage({ link, fields: { sectionId: section._id } })
    const [one, two, three] = ['01 The coast/photo.jpg', '01 The coast/photo (2).jpg', '02 A-B- C/photo.jpg']
    expect(await zipOf()).toEqual(['photo.jpg', one, two, three])
    expect(await zipOf(`?section=${coast._id}`)).toEqual(['photo.jpg', 'photo (2).jpg'])
    expect([await zipOf(`?section=${empty._id}`), await zipOf('?section=unknown')]).toEqual([404, 404])
  })
})
