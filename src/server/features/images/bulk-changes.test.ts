import { describe, expect, test, vi } from 'vitest'
import { asOwner, createBuilders } from '#test/support/builders.ts'
import { createGalleries, type OwnLink, type Shown } from '#test/support/galleries.ts'
import { findFaults } from '#test/support/pictures.ts'
import { createRandom } from '#test/support/random.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const { aGallery, coversOf, read, titlesOf } = createGalleries(server)
const change = (link: OwnLink, body: object) => server.post('/api/images/bulk', body, asOwner(link))

describe('bulk changes', () => {
  test("delete an image once, even if it's listed twice", async () => {
    const link = await aGallery(4)
    const [a, , c] = link.ids
    const { status, body } = await change(link, { action: 'delete', imageIds: [a, c, a] })
    expect([status, body]).toEqual([200, { success: true, data: { done: 2 } }])
    expect([await titlesOf(link), await coversOf(link), (await read(link)).imageCount]).toEqual(['bd', 'b', 2])
  })

  test("move images in the listed order, and update both counts and the source's cover", async () => {
    const link = await aGallery(4)
    const other = await aGallery(1, { owner: link.owner })
    const [a, , c] = link.ids
    const { body } = await change(link, { action: 'move', imageIds: [c, a, c], linkId: other._id })
    expect(body.data).toEqual({ done: 2 })
    expect([await titlesOf(link), await titlesOf(other)]).toEqual(['bd', 'aca'])
    expect([await coversOf(link), await coversOf(other)]).toEqual(['b', 'a'])
    expect([(await read(link)).imageCount, (await read(other)).imageCount]).toEqual([2, 3])
    expect((await server.get(`/api/images/${c}`)).body.data.link._id).toBe(other._id)
  })

  test('move the cover too when all images move', async () => {
    const link = await aGallery(2)
    const empty = await aGallery(0, { owner: link.owner })
    await change(link, { action: 'move', imageIds: link.ids, linkId: empty._id })
    expect([await coversOf(link), await coversOf(empty)]).toEqual(['', 'a'])
  })

  test("don't reorder images that are already in the target link", async () => {
    const link = await aGallery(3)
    const other = await aGallery(1, { owner: link.owner })
    const imageIds = [link.ids[1], link.ids[0], other.ids[0]]
    expect((await change(link, { action: 'move', imageIds, linkId: link._id })).body.data).toEqual({ done: 3 })
    expect([await titlesOf(link), await titlesOf(other)]).toEqual(['abca', ''])
    expect([(await read(link)).imageCount, await coversOf(link)]).toEqual([4, 'a'])
  })

  test('are rejected as a whole if any ID or field is invalid', async () => {
    const link = await aGallery(2)
    const foreign = await aGallery(1)
    const [a, b] = link.ids
    const target = await build.aLink({ owner: link.owner })
    const refused: [object, number][] = [
      [{ action: 'delete', imageIds: [a, foreign.ids[0]] }, 403],
      [{ action: 'delete', imageIds: [a, 'unknown'] }, 404],
      [{ action: 'move', imageIds: [b, foreign.ids[0]], linkId: target._id }, 403],
      [{ action: 'move', imageIds: [b, 'unknown'], linkId: target._id }, 404],
      [{ action: 'move', imageIds: [a, b], linkId: foreign._id }, 403],
      [{ action: 'move', imageIds: [a, b], linkId: 'unknown' }, 404],
      [{ action: 'move', imageIds: [a, b] }, 400],
      [{ action: 'delete', imageIds: [] }, 400],
      [{ action: 'delete' }, 400],
      [{ action: 'keep', imageIds: [a] }, 400],
      [{ action: 'delete', imageIds: Array(1001).fill(a) }, 400],
    ]
    const statuses: number[] = []
    for (const [body] of refused) statuses.push((await change(link, body)).status)
    expect(statuses).toEqual(refused.map(([, status]) => status))
    expect([await titlesOf(link), await titlesOf(foreign), await titlesOf(target)]).toEqual(['ab', 'a', ''])
  })

  test.each(['\u0000', '\ud800', '%', "' or 1=1 --", 'x'.repeat(200)])('reject the ID %j', async (id) => {
    const link = await aGallery(1)
    const answers = [
      await change(link, { action: 'delete', imageIds: [id] }),
      await change(link, { action: 'move', imageIds: link.ids, linkId: id }),
    ]
    for (const { status } of answers) expect(status).toBeOneOf([400, 404])
    expect(await titlesOf(link)).toBe('a')
  })
})

describe('concurrent changes', () => {
  test('moves and deletions of the same image keep counts and files consistent', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const { aUser, aLink, anImage } = createBuilders(own)
    const owner = await aUser()
    const [from, to] = [await aLink({ owner }), await aLink({ owner })]
    const images = await Promise.all(Array.from({ length: 12 }, () => anImage({ link: from })))
    const answers = await Promise.all(
      images.flatMap(({ _id }) => [
        own.post('/api/images/bulk', { action: 'move', imageIds: [_id], linkId: to._id }, { token: owner.token }),
        own.del(`/api/images/${_id}`, undefined, { token: owner.token }),
      ]),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual([])
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
  })

  test('a mix of 50 changes keeps covers, counts and files consistent', {
    timeout: 60_000,
  }, async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const { aUser, aLink, anUpload, anImage } = createBuilders(own)
    const owner = await aUser()
    const links = [await aLink({ owner }), await aLink({ owner }), await aLink({ owner })]
    const seed = Math.floor(Math.random() * 2 ** 32)
    const { random } = createRandom(seed)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const ids: string[] = []
    for (let n = 0; n < 15; n++) ids.push((await anImage({ link: pick(links) }))._id)

    const token = owner.token
    const anyIds = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(ids))
    const changes = [
      () => anUpload({ link: pick(links) }),
      () => anUpload({ link: pick(links), fields: { isCoverImage: 'true' } }),
      () => own.del(`/api/images/${pick(ids)}`, undefined, { token }),
      () => own.put(`/api/images/${pick(ids)}/set-cover`, undefined, { token }),
      () => own.post('/api/images/bulk', { action: 'move', imageIds: anyIds(), linkId: pick(links)._id }, { token }),
      () => own.post('/api/images/bulk', { action: 'delete', imageIds: anyIds() }, { token }),
    ]
    const answers = await Promise.all(Array.from({ length: 50 }, () => pick(changes)()))
    expect(answers).toHaveLength(50)
    const unexpected = answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))
    expect(unexpected, `seed ${seed}`).toEqual([])
    await vi.waitFor(async () => expect(await findFaults(own), `seed ${seed}`).toEqual([]))
    for (const { _id } of links) {
      const { images, imageCount } = (await own.get(`/api/links/${_id}`, { token })).body.data
      expect(images.filter((image: Shown) => image.isCoverImage)).toHaveLength(Math.min(1, images.length))
      expect(imageCount).toBe(images.length)
    }
  })
})

describe('sections in bulk', () => {
  async function aSectionedGallery(count: number, given: Parameters<typeof aGallery>[1] = {}) {
    const link = await aGallery(count, given)
    const sections: string[] = []
    for (const title of ['Coast', 'Town']) {
      const { body } = await server.post(`/api/links/${link._id}/sections`, { title }, asOwner(link))
      sections.push(body.data._id)
    }
    return { ...link, sections }
  }

  /** The titles of each section, starting with the images without one. */
  async function groupsOf(link: OwnLink) {
    const { images, sections } = await read(link)
    const titlesIn = (id: string | null) =>
      images.flatMap((image: Shown & { sectionId: string }) => (image.sectionId === id ? image.title : [])).join('')
    expect(sections.map((section: { imageCount: number }) => section.imageCount)).toEqual(
      sections.map(({ _id }: { _id: string }) => titlesIn(_id).length),
    )
    return [null, ...sections.map(({ _id }: { _id: string }) => _id)].map(titlesIn).join('/')
  }

  test('images go to the end of the section in the listed order, and back', async () => {
    const link = await aSectionedGallery(4)
    const [a, b, c, d] = link.ids
    const [coast, town] = link.sections
    const file = (imageIds: unknown[], sectionId: unknown) => change(link, { action: 'section', imageIds, sectionId })
    expect((await file([c, a, c], coast)).body.data).toEqual({ done: 2 })
    expect([await groupsOf(link), await coversOf(link)]).toEqual(['bd/ca/', 'b'])
    await file([a, c, b], coast)
    await file([d], town)
    expect([await groupsOf(link), await coversOf(link)]).toEqual(['/cab/d', 'c'])
    await file([d, c], null)
    expect([await groupsOf(link), (await read(link)).imageCount]).toEqual(['dc/ab/', 4])
  })

  test('moved and copied images get the section, or none', async () => {
    const link = await aSectionedGallery(3)
    const other = await aSectionedGallery(1, { owner: link.owner })
    const [a, b, c] = link.ids
    await change(link, { action: 'section', imageIds: [a, b, c], sectionId: link.sections[1] })
    const [coast, town] = other.sections
    await change(link, { action: 'copy', imageIds: [b, c], linkId: other._id, sectionId: town })
    await change(link, { action: 'copy', imageIds: [c], linkId: other._id })
    expect(await groupsOf(other)).toBe('ac//bc')
    await change(link, { action: 'move', imageIds: [c, other.ids[0]], linkId: other._id, sectionId: coast })
    await change(link, { action: 'move', imageIds: [b], linkId: other._id, sectionId: null })
    expect([await groupsOf(link), await groupsOf(other)]).toEqual(['//a', 'cb/ca/bc'])
    await change(link, { action: 'move', imageIds: [other.ids[0], c], linkId: link._id })
    expect([await groupsOf(link), await groupsOf(other)]).toEqual(['ac//a', 'cb//bc'])
    expect([(await read(link)).imageCount, (await read(other)).imageCount]).toEqual([3, 4])
  })

  test('are rejected as a whole if an ID or the section is invalid', async () => {
    const link = await aSectionedGallery(2)
    const other = await aSectionedGallery(1, { owner: link.owner })
    const foreign = await aSectionedGallery(1)
    const [a, b] = link.ids
    const [coast] = link.sections
    const to = { imageIds: [a], linkId: other._id }
    for (const body of [
      { action: 'section', imageIds: [a, 'unknown'], sectionId: coast },
      { action: 'section', imageIds: [a, foreign.ids[0]], sectionId: coast },
      { action: 'section', imageIds: [a, foreign.ids[0]], sectionId: null },
      { action: 'section', imageIds: [a, other.ids[0]], sectionId: coast },
      { action: 'section', imageIds: [a, b], sectionId: other.sections[0] },
      { action: 'section', imageIds: [a, b], sectionId: 'unknown' },
      { action: 'section', imageIds: [a, b] },
      { action: 'section', imageIds: [], sectionId: coast },
      { action: 'move', ...to, sectionId: coast },
      { action: 'move', ...to, sectionId: 'unknown' },
      { action: 'copy', ...to, sectionId: coast },
      { action: 'copy', ...to, sectionId: foreign.sections[0] },
    ]) {
      expect((await change(link, body)).status, JSON.stringify(body)).toBe(400)
    }
    expect([await groupsOf(link), await groupsOf(other), await groupsOf(foreign)]).toEqual(['ab//', 'a//', 'a//'])
  })

  test('images in the trash are rejected', async () => {
    const link = await aSectionedGallery(2)
    const other = await aGallery(0, { owner: link.owner })
    const [a, b] = link.ids
    await change(link, { action: 'delete', imageIds: [a] })
    const statuses: number[] = []
    for (const body of [
      { action: 'section', sectionId: link.sections[0] },
      { action: 'copy', linkId: other._id },
      { action: 'move', linkId: other._id },
      { action: 'delete' },
    ]) {
      statuses.push((await change(link, { ...body, imageIds: [b, a] })).status)
    }
    expect(statuses).toEqual([400, 400, 404, 404])
    expect([await groupsOf(link), await titlesOf(other)]).toEqual(['b//', ''])
  })

  test('images that go to a section while it is deleted have no section', async () => {
    const link = await aSectionedGallery(4)
    const [coast] = link.sections
    const answers = await Promise.all([
      ...link.ids.map((id) => change(link, { action: 'section', imageIds: [id], sectionId: coast })),
      server.del(`/api/sections/${coast}`, undefined, asOwner(link)),
    ])
    for (const { status } of answers) expect(status).toBeOneOf([200, 400])
    expect((await groupsOf(link)).length).toBe('abcd/'.length)
    expect((await read(link)).images.map((image: { sectionId: unknown }) => image.sectionId)).toEqual(
      Array(4).fill(null),
    )
  })
})
