import { describe, expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import type { Image } from '#shared/images.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createTrash, idsIn } from '#test/support/trash.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { list, restore, purge, trashLink, trashImage, usageOf, expectNoFaults } = createTrash(server)

const access = createLinkAccess(server)

const galleryOf = async (link: { slug: string }) => (await server.get(`/api/links/slug/${link.slug}`)).body.data

describe('a link in the trash', () => {
  test('is gone for everyone, and comes back as it was', async () => {
    const link = await build.aLink({ title: 'Birthday' })
    const { owner } = link
    const [first, second] = [await build.anImage({ link }), await build.anImage({ link })]
    const comment = await build.aComment({ image: second })
    const usage = await usageOf(owner)
    await server.put(`/api/links/${link._id}`, { slug: 'birthday-2026' }, { token: owner.token })
    const before = await galleryOf({ slug: 'birthday-2026' })

    expect((await trashLink(link)).status).toBe(200)
    expect(await usageOf(owner)).toEqual({ links: 0, images: 0, bytes: usage.bytes })
    for (const path of [
      `/api/links/${link._id}`,
      '/api/links/slug/birthday-2026',
      `/api/links/slug/${link.slug}`,
      `/api/images/${first._id}`,
      `/api/comments/image/${second._id}`,
      first.thumbnailUrl,
    ]) {
      expect((await server.get(path)).status, path).toBe(404)
      expect((await server.get(path, { token: owner.token })).status, path).toBe(404)
    }
    const edit = { content: 'Changed' }
    expect((await server.put(`/api/comments/${comment._id}`, edit, { token: comment.author.token })).status).toBe(404)
    expect((await server.get('/api/links', { token: owner.token })).body.data).toEqual([])
    const taken = await server.post('/api/links', { title: 'New', slug: 'birthday-2026' }, { token: owner.token })
    expect(taken.body.code).toBe('SLUG_TAKEN')

    const { data, totals } = await list(owner, 'link')
    expect(data).toMatchObject([
      {
        _id: link._id,
        kind: 'link',
        title: 'Birthday',
        imageCount: 2,
        commentCount: 1,
        bytes: usage.bytes,
        link: null,
      },
    ])
    expect(totals).toEqual({ links: 1, images: 0, bytes: usage.bytes })
    const [entry] = data
    expect(Date.parse(entry?.goesAt ?? '') - Date.parse(entry?.deletedAt ?? '')).toBe(days(30))
    expect((await server.get(entry?.thumbnailUrl ?? '')).status).toBe(200)
    await expectNoFaults()

    expect((await restore(owner, { linkIds: [link._id] })).body.data).toEqual({ done: 1 })
    expect(await galleryOf({ slug: 'birthday-2026' })).toEqual(before)
    expect((await server.get(`/api/links/slug/${link.slug}`)).status).toBe(301)
    expect((await server.get(`/api/comments/image/${second._id}`)).body.data).toHaveLength(1)
    expect(await usageOf(owner)).toEqual(usage)
    expect((await list(owner, 'link')).data).toEqual([])
    expect((await server.get(entry?.thumbnailUrl ?? '')).status).toBe(404)
    await expectNoFaults()
  })

  test('comes back expired, with its invitations', async () => {
    const link = await build.aLink({ isPrivate: true })
    const { owner } = link
    const { pass } = await access.enter(await access.invite(link))
    const open = () => server.get(`/api/links/slug/${link.slug}`, withPass(pass))
    const expireIn = (ms: number) => {
      const expiresAt = new Date(server.clock.now().getTime() + ms).toISOString()
      return server.put(`/api/links/${link._id}`, { expiresAt }, { token: owner.token })
    }
    await expireIn(hours(1))
    await trashLink(link)
    server.clock.advance(hours(2))
    expect((await open()).status).toBe(404)
    await restore(owner, { linkIds: [link._id] })
    expect((await open()).status).toBe(410)
    await expireIn(hours(1))
    expect((await open()).status).toBe(200)
  })

  test('keeps images that were deleted before it in the trash', async () => {
    const link = await build.aLink()
    const [early, late] = [await build.anImage({ link }), await build.anImage({ link })]
    await trashImage(early)
    await trashLink(link)
    expect((await list(link.owner, 'link')).data).toMatchObject([{ imageCount: 1 }])
    expect(idsIn(await list(link.owner, 'image'))).toEqual([early._id])
    for (const { _id } of [early, late]) {
      const refused = await restore(link.owner, { imageIds: [_id] })
      expect([refused.status, refused.body.error]).toEqual([400, 'Restore the link first'])
    }
    expect((await restore(link.owner, { linkIds: [link._id] })).status).toBe(200)
    expect((await galleryOf(link)).images.map(({ _id }: Image) => _id)).toEqual([late._id])
    expect((await restore(link.owner, { imageIds: [early._id] })).status).toBe(200)
    expect((await galleryOf(link)).images.map(({ _id }: Image) => _id)).toEqual([early._id, late._id])
  })

  test('can be deleted for good, along with its images in the trash', async () => {
    const link = await build.aLink()
    const { owner } = link
    const [image] = [await build.anImage({ link }), await build.anImage({ link })]
    await trashImage(image)
    await trashLink(link)
    expect((await purge(owner, { linkIds: [link._id] })).body.data).toEqual({ done: 1 })
    expect(await usageOf(owner)).toEqual({ links: 0, images: 0, bytes: 0 })
    expect((await restore(owner, { linkIds: [link._id] })).status).toBe(404)
    expect((await list(owner, 'image')).data).toEqual([])
    await waitForRemovals(server)
    const left = await server.db.selectFrom('images').select('id').where('link_id', '=', link._id).execute()
    expect(left).toEqual([])
    await expectNoFaults()
  })
})

describe('an image in the trash', () => {
  test('is gone for everyone, and comes back with its comments, favorites and place', async () => {
    const link = await build.aLink({ choosing: 'on' })
    const { owner } = link
    const images = [await build.anImage({ link }), await build.anImage({ link }), await build.anImage({ link })]
    const [first, second] = images as [(typeof images)[0], (typeof images)[0]]
    await build.aComment({ image: first })
    const reader = await build.aUser()
    const heart = (imageId: string) =>
      server.put(`/api/images/${imageId}/choice`, { chosen: true }, { token: reader.token })
    const hearted = await heart(first._id)
    expect(hearted.status).toBe(200)
    const usage = await usageOf(owner)
    const signedUrl = (await server.get(`/api/images/${first._id}`, { token: owner.token })).body.data.thumbnailUrl

    expect((await trashImage(first)).status).toBe(200)
    expect(await usageOf(owner)).toEqual({ ...usage, images: 2 })
    const gallery = await galleryOf(link)
    expect([gallery.imageCount, gallery.coverImage._id]).toEqual([2, second._id])
    expect(gallery.images.map(({ _id }: Image) => _id)).toEqual(images.slice(1).map(({ _id }) => _id))
    for (const path of [`/api/images/${first._id}`, `/api/comments/image/${first._id}`, first.imageUrl, signedUrl]) {
      expect((await server.get(path, { token: owner.token })).status, path).toBe(404)
    }
    expect((await heart(first._id)).status).toBe(404)
    const received = await server.get(`/api/links/${link._id}/choices`, { token: owner.token })
    expect(received.body.data).toEqual([])
    const bulk = { action: 'delete', imageIds: [first._id] }
    expect((await server.post('/api/images/bulk', bulk, { token: owner.token })).status).toBe(404)

    const { data } = await list(owner, 'image')
    expect(data).toMatchObject([
      { _id: first._id, kind: 'image', imageCount: 1, commentCount: 1, link: { _id: link._id, title: link.title } },
    ])
    expect((await server.get(data[0]?.thumbnailUrl ?? '')).status).toBe(200)
    await expectNoFaults()

    expect((await restore(owner, { imageIds: [first._id] })).body.data).toEqual({ done: 1 })
    const restored = await galleryOf(link)
    expect(restored.images.map(({ _id }: Image) => _id)).toEqual(images.map(({ _id }) => _id))
    expect(restored.coverImage._id, 'the cover stays').toBe(second._id)
    expect((await server.get(`/api/comments/image/${first._id}`)).body.data).toHaveLength(1)
    const again = await server.get(`/api/links/${link._id}/choices`, { token: owner.token })
    expect(again.body.data).toMatchObject([{ imageIds: [first._id] }])
    expect(await usageOf(owner)).toEqual(usage)
    await build.anImage({ link })
    expect((await galleryOf(link)).coverImage._id, 'the cover stays after an upload, too').toBe(second._id)
    await expectNoFaults()
  })

  test('comes back with favorites beyond the limit', async () => {
    const link = await build.aLink({ isPrivate: true, choosing: 'on', choiceLimit: 1 })
    const [first, second] = [await build.anImage({ link }), await build.anImage({ link })]
    const { pass } = await access.enter(await access.invite(link))
    const choose = ({ _id }: { _id: string }) =>
      server.put(`/api/images/${_id}/choice`, { chosen: true }, withPass(pass))
    expect((await choose(first)).status).toBe(200)
    await trashImage(first)
    expect((await choose(second)).status).toBe(200)
    await restore(link.owner, { imageIds: [first._id] })
    const choice = await server.get(`/api/links/slug/${link.slug}/choice`, withPass(pass))
    expect(choice.body.data.imageIds).toEqual([first._id, second._id])
  })

  test('can be the only one, which leaves an empty gallery, and becomes the cover again', async () => {
    const link = await build.aLink()
    const image = await build.anImage({ link })
    await trashImage(image)
    expect(await galleryOf(link)).toMatchObject({ imageCount: 0, images: [], coverImage: null })
    await restore(link.owner, { imageIds: [image._id] })
    expect((await galleryOf(link)).coverImage._id).toBe(image._id)
  })

  test('keeps its place if the others are reordered', async () => {
    const link = await build.aLink()
    const [a, b, c] = await build.imageRows(link, 3)
    await server.del(`/api/images/${b}`, undefined, { token: link.owner.token })
    const order = { imageIds: [c, a] }
    expect((await server.put(`/api/links/${link._id}/order`, order, { token: link.owner.token })).status).toBe(200)
    await restore(link.owner, { imageIds: [b] })
    expect((await galleryOf(link)).images.map(({ _id }: Image) => _id)).toEqual([c, b, a])
  })

  test("doesn't keep its idempotency key", async () => {
    const link = await build.aLink()
    const headers = { 'idempotency-key': 'one' }
    const first = (await build.anUpload({ link, headers })).body.data
    await trashImage({ _id: first._id, owner: link.owner })
    const second = await build.anUpload({ link, headers })
    expect([second.status, second.body.data._id === first._id]).toEqual([201, false])
    expect((await build.anUpload({ link, headers })).body.data._id).toBe(second.body.data._id)
    await restore(link.owner, { imageIds: [first._id] })
    expect((await build.anUpload({ link, headers })).body.data._id).toBe(second.body.data._id)
  })

  test('is skipped by forever=true', async () => {
    const link = await build.aLink()
    const image = await build.anImage({ link })
    expect((await trashImage(image, '?forever=true')).status).toBe(200)
    expect((await trashLink(link, '?forever=true')).status).toBe(200)
    expect((await list(link.owner, 'image')).totals).toEqual({ links: 0, images: 0, bytes: 0 })
    expect(await usageOf(link.owner)).toEqual({ links: 0, images: 0, bytes: 0 })
    expect((await trashLink(link, '?forever=maybe')).status).toBe(400)
  })
})

describe('restoring', () => {
  test('is all or nothing', async () => {
    const link = await build.aLink()
    const image = await build.anImage({ link })
    const other = await build.anImage()
    await trashImage(image)
    await trashImage(other)
    for (const id of [other._id, 'unknown']) {
      expect((await restore(link.owner, { imageIds: [image._id, id] })).status, id).toBe(404)
    }
    expect((await restore(link.owner, { imageIds: [image._id], linkIds: [link._id] })).status).toBe(404)
    expect((await galleryOf(link)).images).toEqual([])
    expect((await restore(link.owner, {})).status).toBe(400)
    expect((await restore(link.owner, { imageIds: Array.from({ length: 1001 }, String) })).status).toBe(400)
    expect(await usageOf(link.owner)).toMatchObject({ links: 1, images: 0 })
  })

  test('keeps to the limits exactly, even under 64 parallel calls', async () => {
    const link = await build.aLink()
    const { owner } = link
    const ids = await build.imageRows(link, 64)
    await server.post('/api/images/bulk', { action: 'delete', imageIds: ids }, { token: owner.token })
    await server.db.updateTable('usage').set({ images: 749 }).where('user_id', '=', owner.id).execute()
    const answers = await Promise.all(ids.map((id) => restore(owner, { imageIds: [id] })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // A busy server can also turn some of them away.
    const codes: string[] = answers.flatMap(({ body }) => body.code ?? [])
    expect(new Set(codes.filter((code) => code !== 'UNAVAILABLE'))).toEqual(new Set(['IMAGE_LIMIT_REACHED']))
    expect(await usageOf(owner)).toMatchObject({ images: 750 })

    await trashLink(link)
    await server.db.updateTable('usage').set({ links: 25 }).where('user_id', '=', owner.id).execute()
    const refused = await restore(owner, { linkIds: [link._id] })
    expect([refused.status, refused.body.code]).toEqual([403, 'LINK_LIMIT_REACHED'])
    expect((await list(owner, 'link')).totals.links).toBe(1)
    await server.db.updateTable('usage').set({ links: 0, images: 0 }).where('user_id', '=', owner.id).execute()
  })
})
