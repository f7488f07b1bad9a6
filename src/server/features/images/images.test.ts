import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Builders, createBuilders, type Person } from '#test/builders.ts'
import { findFaults } from '#test/pictures.ts'
import { createOwnServer, createTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let build: Builders

beforeAll(async () => {
  server = await createTestServer({ defaultPlan: 'gold' })
  build = createBuilders(server)
})
afterAll(() => server.close())

type OwnLink = { _id: string; slug: string; owner: Person }
type Shown = { _id: string; title: string; isCoverImage: boolean }

/** A link with images called a, b, c, … in this order. */
async function aGallery(count: number, given: { owner?: Person } & Record<string, unknown> = {}) {
  const link = await build.aLink(given)
  const ids: string[] = []
  for (const title of 'abcdefgh'.slice(0, count)) ids.push((await build.anImage({ link, fields: { title } }))._id)
  return { ...link, ids }
}

const asOwner = ({ owner }: { owner: Person }) => ({ token: owner.token })
const read = async (link: OwnLink) => (await server.get(`/api/links/${link._id}`, asOwner(link))).body.data
const titlesOf = async (link: OwnLink) => (await read(link)).images.map((image: Shown) => image.title).join('')
const coversOf = async (link: OwnLink) => {
  const { images, coverImage } = (await read(link)) as { images: Shown[]; coverImage: Shown | null }
  const covers = images.filter((image) => image.isCoverImage).map((image) => image.title)
  expect(covers).toEqual(coverImage ? [coverImage.title] : [])
  return covers.join('')
}
const change = (link: OwnLink, body: object) => server.post('/api/images/bulk', body, asOwner(link))
const remove = (link: OwnLink, id: string) => server.del(`/api/images/${id}`, undefined, asOwner(link))
const makeCover = (link: OwnLink, id: string) => server.put(`/api/images/${id}/set-cover`, undefined, asOwner(link))

describe('an image', () => {
  test('is the same in every answer that holds it', async () => {
    const link = await build.aLink()
    const { body: uploaded } = await build.anUpload({ link, fields: { title: 'Beach' } })
    const image = uploaded.data
    const from = async (url: string) => (await server.get(url, asOwner(link))).body.data
    expect(await from(`/api/images/${image._id}`)).toEqual(image)
    expect(await from(`/api/links/${link._id}/images`)).toEqual([image])
    for (const url of [`/api/links/${link._id}`, `/api/links/slug/${link.slug}`]) {
      expect(await from(url)).toMatchObject({ imageCount: 1, images: [image], coverImage: image })
    }
    expect((await from('/api/links'))[0]).toMatchObject({ imageCount: 1, images: [image], coverImage: image })
    expect((await server.get(`/api/links/slug/${link.slug}`)).body.data.images).toEqual([image])
  })

  test('takes a new title and description, keeps what is not named, and nothing else changes', async () => {
    const image = await build.anImage({ fields: { title: 'Old', description: 'Kept' } })
    const put = (body: object) => server.put(`/api/images/${image._id}`, body, asOwner(image))
    const forged = { title: ' New 🌊 ', views: 99, isCoverImage: false, width: 1, user: 'me', link: 'other' }
    const { status, body } = await put(forged)
    const { owner: _owner, link: _link, ...shown } = image
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, data: { ...shown, link: body.data.link, title: 'New 🌊' } })
    expect(body.data.link._id).toBe(image.link._id)
    expect((await put({ description: '' })).body.data).toMatchObject({ title: 'New 🌊', description: '' })
    expect((await put({})).body.data).toMatchObject({ title: 'New 🌊', description: '' })
    expect((await server.get(`/api/images/${image._id}`)).body.data.title).toBe('New 🌊')
  })

  test('has a title of 100 and a description of 500 characters at most', async () => {
    const image = await build.anImage()
    const put = (body: object) => server.put(`/api/images/${image._id}`, body, asOwner(image))
    expect((await put({ title: 't'.repeat(100), description: 'd'.repeat(500) })).status).toBe(200)
    const { status, body } = await put({ title: 't'.repeat(101), description: 'd'.repeat(501) })
    expect([status, body.code, body.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      {
        title: 'Title cannot be more than 100 characters',
        description: 'Description cannot be more than 500 characters',
      },
    ])
    expect((await put({ title: null })).status).toBe(400)
  })

  test('is gone from everywhere once it is deleted', async () => {
    const link = await aGallery(2)
    const [first = ''] = link.ids
    const { status, body } = await remove(link, first)
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(await titlesOf(link)).toBe('b')
    expect((await read(link)).imageCount).toBe(1)
    expect((await server.get(`/api/images/${first}`)).body.code).toBe('NOT_FOUND')
    expect((await remove(link, first)).status).toBe(404)
  })

  test('shows in lists beside the cover the next three', async () => {
    const link = await aGallery(6)
    await makeCover(link, link.ids[4] ?? '')
    const [own] = (await server.get('/api/links', asOwner(link))).body.data
    const listed = (await server.get('/api/links/public')).body.data.find((one: OwnLink) => one._id === link._id)
    for (const shown of [own, listed]) {
      expect(shown.images.map((image: Shown) => image.title)).toEqual(['e', 'a', 'b', 'c'])
      expect([shown.coverImage.title, shown.imageCount]).toEqual(['e', 6])
    }
    expect(await titlesOf(link)).toBe('abcdef')
  })
})

describe('the cover', () => {
  test('is the first image, until another is chosen', async () => {
    const link = await aGallery(3)
    expect(await coversOf(link)).toBe('a')
    const { status, body } = await makeCover(link, link.ids[2] ?? '')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ _id: link.ids[2], isCoverImage: true })
    expect(await coversOf(link)).toBe('c')
    await build.anUpload({ link, fields: { title: 'd', isCoverImage: 'false' } })
    expect(await coversOf(link)).toBe('c')
    await build.anUpload({ link, fields: { title: 'e', isCoverImage: 'true' } })
    expect(await coversOf(link)).toBe('e')
  })

  test('passes on when its image is deleted, down to the last', async () => {
    const link = await aGallery(3)
    const [a = '', b = '', c = ''] = link.ids
    await remove(link, b)
    expect(await coversOf(link)).toBe('a')
    await remove(link, a)
    expect(await coversOf(link)).toBe('c')
    await remove(link, c)
    expect(await coversOf(link)).toBe('')
    await build.anUpload({ link, fields: { title: 'new' } })
    expect(await coversOf(link)).toBe('new')
  })
})

describe('the order', () => {
  const order = (link: OwnLink, imageIds: unknown) =>
    server.put(`/api/links/${link._id}/order`, { imageIds }, asOwner(link))

  test('is as it was wanted, in every answer; new images come last', async () => {
    const link = await aGallery(3)
    const [a, b, c] = link.ids
    const { status, body } = await order(link, [c, a, b])
    expect([status, body.data.images.map((image: Shown) => image.title).join('')]).toEqual([200, 'cab'])
    expect(await titlesOf(link)).toBe('cab')
    const list = await server.get(`/api/links/${link._id}/images`)
    expect(list.body.data.map((image: Shown) => image.title).join('')).toBe('cab')
    await build.anUpload({ link, fields: { title: 'd' } })
    expect(await titlesOf(link)).toBe('cabd')
    expect(await coversOf(link)).toBe('a')
  })

  test('names every image of the link once, else it stays as it was', async () => {
    const link = await aGallery(3)
    const other = await aGallery(1, { owner: link.owner })
    const [a, b, c] = link.ids
    const wrong = [[], [a, b], [a, b, b], [a, b, c, c], [a, b, c, 'x'], [a, b, other.ids[0]], 'abc', [1, 2, 3], null]
    for (const imageIds of wrong) {
      const answer = await order(link, imageIds)
      expect([answer.status, Object.keys(answer.body.fields)], JSON.stringify(imageIds)).toEqual([400, ['imageIds']])
    }
    expect(await titlesOf(link)).toBe('abc')
  })
})

describe('many images at once', () => {
  test('are deleted, each once however often it is named', async () => {
    const link = await aGallery(4)
    const [a, , c] = link.ids
    const { status, body } = await change(link, { action: 'delete', imageIds: [a, c, a] })
    expect([status, body]).toEqual([200, { success: true, data: { done: 2 } }])
    expect([await titlesOf(link), await coversOf(link), (await read(link)).imageCount]).toEqual(['bd', 'b', 2])
  })

  test('move in the order they are named, and both links have their cover', async () => {
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

  test('that move all leave no cover behind and bring one along', async () => {
    const link = await aGallery(2)
    const empty = await aGallery(0, { owner: link.owner })
    await change(link, { action: 'move', imageIds: link.ids, linkId: empty._id })
    expect([await coversOf(link), await coversOf(empty)]).toEqual(['', 'a'])
  })

  test('stay as they are when they move to where they are', async () => {
    const link = await aGallery(3)
    const other = await aGallery(1, { owner: link.owner })
    const imageIds = [link.ids[1], link.ids[0], other.ids[0]]
    expect((await change(link, { action: 'move', imageIds, linkId: link._id })).body.data).toEqual({ done: 3 })
    expect([await titlesOf(link), await titlesOf(other)]).toEqual(['abca', ''])
    expect([(await read(link)).imageCount, await coversOf(link)]).toEqual([4, 'a'])
  })

  test('change all or not at all', async () => {
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

  test.each(['\u0000', '\ud800', '%', "' or 1=1 --", 'x'.repeat(200)])('called %j are refused', async (id) => {
    const link = await aGallery(1)
    const answers = [
      await change(link, { action: 'delete', imageIds: [id] }),
      await change(link, { action: 'move', imageIds: link.ids, linkId: id }),
    ]
    for (const { status } of answers) expect(status).toBeOneOf([400, 404])
    expect(await titlesOf(link)).toBe('a')
  })
})

describe('whatever happens at once', () => {
  test('an image that moves while it is deleted leaves right counts', async () => {
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
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]), 5_000)
  })

  test('50 changes of every kind leave one cover a link, right counts, and for each image its files', {
    timeout: 60_000,
  }, async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const { aUser, aLink, anUpload, anImage } = createBuilders(own)
    const owner = await aUser()
    const links = [await aLink({ owner }), await aLink({ owner }), await aLink({ owner })]
    const seed = Math.floor(Math.random() * 2 ** 32)
    const random = randomFrom(seed)
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
    await vi.waitFor(async () => expect(await findFaults(own), `seed ${seed}`).toEqual([]), 10_000)
    for (const { _id } of links) {
      const { images, imageCount } = (await own.get(`/api/links/${_id}`, { token })).body.data
      expect(images.filter((image: Shown) => image.isCoverImage)).toHaveLength(Math.min(1, images.length))
      expect(imageCount).toBe(images.length)
    }
  })
})

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
