import { DefaultQueryCompiler } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { asOwner } from '#test/support/builders.ts'
import { createGalleries, type OwnLink, type Shown } from '#test/support/galleries.ts'
import { aPicture } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const { aGallery, coversOf, read, titlesOf } = createGalleries(server)
const remove = (link: OwnLink, id: string) => server.del(`/api/images/${id}`, undefined, asOwner(link))
const makeCover = (link: OwnLink, id: string) => server.put(`/api/images/${id}/set-cover`, undefined, asOwner(link))

const order = (link: OwnLink, imageIds: unknown) =>
  server.put(`/api/links/${link._id}/order`, { imageIds }, asOwner(link))

describe('an image', () => {
  test('is the same in every response, except for extra fields in the one about this image alone', async () => {
    const link = await build.aLink()
    const { body: uploaded } = await build.anUpload({ link, fields: { title: 'Beach' } })
    const image = uploaded.data
    const from = async (url: string) => (await server.get(url, asOwner(link))).body.data
    // Only this response includes the owner, what visitors can do and the viewer's role.
    const permissions = { comments: 'accounts', holdGuestComments: true, choosing: 'off', choiceLimit: null }
    const alone = { owner: { name: link.owner.name }, ...permissions, myRole: 'owner' }
    expect(await from(`/api/images/${image._id}`)).toEqual({ ...image, ...alone })
    expect(await from(`/api/links/${link._id}/images`)).toEqual([image])
    for (const url of [`/api/links/${link._id}`, `/api/links/slug/${link.slug}`]) {
      expect(await from(url)).toMatchObject({ imageCount: 1, images: [image], coverImage: image })
    }
    expect((await from('/api/links'))[0]).toMatchObject({ imageCount: 1, images: [image], coverImage: image })
    expect((await server.get(`/api/links/slug/${link.slug}`)).body.data.images).toEqual([image])
  })

  test('has a title and a description that can be changed separately', async () => {
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

  test('rejects a title over 100 or a description over 500 characters', async () => {
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

  test("is removed from its link and returns 404 once it's deleted", async () => {
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

  test("appears in its link's preview if it's the cover or one of the first three others", async () => {
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
  test('is the first image until another is picked', async () => {
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

  test('changes to the next image when the current one is deleted', async () => {
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

  test('is the first image in order, not the first uploaded, unless one is picked', async () => {
    const link = await aGallery(3)
    const [a = '', b = '', c = ''] = link.ids
    await order(link, [c, a, b])
    expect(await coversOf(link)).toBe('c')
    await makeCover(link, a)
    await order(link, [b, c, a])
    expect(await coversOf(link)).toBe('a')
    await remove(link, a)
    expect(await coversOf(link)).toBe('b')
    await order(link, [c, b])
    expect(await coversOf(link)).toBe('c')
  })

  test('falls back to the first image when the picked one moves to another link', async () => {
    const link = await aGallery(3)
    const other = await build.aLink({ owner: link.owner })
    const [a = '', b = '', c = ''] = link.ids
    await makeCover(link, b)
    await server.post('/api/images/bulk', { action: 'move', imageIds: [b], linkId: other._id }, asOwner(link))
    expect([await coversOf(link), await coversOf(other)]).toEqual(['a', 'b'])
    await order(link, [c, a])
    expect(await coversOf(link)).toBe('c')
  })

  test('is the first image in order, even if its upload finishes last (20 rounds)', async () => {
    const slow = await aPicture({ width: 1600, height: 1200 }).png().toBuffer()
    const link = await build.aLink()
    for (let round = 1; round <= 20; round++) {
      const files = [{ bytes: slow, fields: { title: 'slow' } }, { fields: { title: 'b' } }, { fields: { title: 'c' } }]
      const images = await Promise.all(files.map((file) => build.anImage({ link, ...file })))
      expect(
        (
          await order(
            link,
            images.map(({ _id }) => _id),
          )
        ).status,
      ).toBe(200)
      expect([round, await coversOf(link), await titlesOf(link)]).toEqual([round, 'slow', 'slowbc'])
      const imageIds = images.map(({ _id }) => _id)
      await server.post('/api/images/bulk', { action: 'delete', imageIds }, asOwner(link))
    }
  })

  test('has a focal point that the owner can set and clear', async () => {
    const image = await build.anImage()
    const put = (coverFocus: unknown) => server.put(`/api/images/${image._id}`, { coverFocus }, asOwner(image))
    expect(image.coverFocus).toBeNull()
    expect((await put({ x: 0.25, y: 0 })).body.data.coverFocus).toEqual({ x: 0.25, y: 0 })
    await server.put(`/api/images/${image._id}`, { title: 'Kept' }, asOwner(image))
    for (const wrong of [{ x: 1.1, y: 0 }, { x: 0, y: -0.1 }, { x: 0 }, { x: '0.5', y: 0 }, 'middle', [0, 0]]) {
      const { status, body } = await put(wrong)
      expect([status, Object.keys(body.fields)[0]?.split('.')[0]], JSON.stringify(wrong)).toEqual([400, 'coverFocus'])
    }
    const { coverImage } = (await server.get(`/api/links/${image.link._id}`)).body.data
    expect(coverImage).toMatchObject({ title: 'Kept', coverFocus: { x: 0.25, y: 0 } })
    expect((await put(null)).body.data.coverFocus).toBeNull()
  })
})

describe('the image order', () => {
  test('can be changed for more images than other calls can list', async () => {
    const link = await build.aLink()
    const ids = await build.imageRows(link, 1100)
    const { status, body } = await order(link, ids.toReversed())
    expect([status, body.data.images[0]._id, body.data.images.at(-1)._id]).toEqual([200, ids.at(-1), ids[0]])
    // Larger than other bodies can be.
    const many = await order(link, Array(4000).fill(ids[0]))
    expect([many.status, many.body.fields.imageIds]).toEqual([400, 'List every image of the link exactly once'])
  })

  test('is changed without loading every image in full first', async () => {
    const link = await aGallery(2)
    const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
    onTestFinished(() => compiled.mockRestore())
    expect((await order(link, link.ids.toReversed())).status).toBe(200)
    const statements = compiled.mock.results.map(({ value }) => value.sql)
    const whole = statements.filter((sql) => /^select "images"\.\*.* order by "images"\."section_position"/s.test(sql))
    expect(whole, 'for the response').toHaveLength(1)
  })

  test('is the same in every response, and new images are added at the end', async () => {
    const link = await aGallery(3)
    const [a, b, c] = link.ids
    const { status, body } = await order(link, [c, a, b])
    expect([status, body.data.images.map((image: Shown) => image.title).join('')]).toEqual([200, 'cab'])
    expect(await titlesOf(link)).toBe('cab')
    const list = await server.get(`/api/links/${link._id}/images`)
    expect(list.body.data.map((image: Shown) => image.title).join('')).toBe('cab')
    await build.anUpload({ link, fields: { title: 'd' } })
    expect(await titlesOf(link)).toBe('cabd')
  })

  test('must list every image of the link exactly once', async () => {
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
