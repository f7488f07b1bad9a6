import { describe, expect, test, vi } from 'vitest'
import { days } from '#server/platform/clock.ts'
import type { Image } from '#shared/images.ts'
import type { TrashEntry, TrashTotals } from '#shared/trash.ts'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { findFaults } from '#test/support/pictures.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

type Trash = { data: TrashEntry[]; totals: TrashTotals; nextCursor?: string }

const list = async ({ token }: Person, kind: 'link' | 'image', query = '', from = server): Promise<Trash> =>
  (await from.get(`/api/trash?kind=${kind}${query}`, { token })).body
const restore = ({ token }: Person, body: object, from = server) => from.post('/api/trash/restore', body, { token })
const purge = ({ token }: Person, body: object, from = server) => from.del('/api/trash', body, { token })
const trashLink = (link: { _id: string; owner: Person }, query = '') =>
  server.del(`/api/links/${link._id}${query}`, undefined, { token: link.owner.token })
const trashImage = (image: { _id: string; owner: Person }, query = '') =>
  server.del(`/api/images/${image._id}${query}`, undefined, { token: image.owner.token })

const usageOf = async ({ id }: Person) => {
  const row = await server.db.selectFrom('usage').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
  return { links: row.links, images: row.images, bytes: Number(row.bytes) }
}

/** Files are deleted in the background. */
const expectNoFaults = () => vi.waitFor(async () => expect(await findFaults(server)).toEqual([]))

const idsIn = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
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

  test('keeps images that were deleted before it in the trash', async () => {
    const link = await build.aLink()
    const [early, late] = [await build.anImage({ link }), await build.anImage({ link })]
    await trashImage(early)
    await trashLink(link)
    expect((await list(link.owner, 'link')).data).toMatchObject([{ imageCount: 1 }])
    expect(idsIn(await list(link.owner, 'image'))).toEqual([early._id])
    const refused = await restore(link.owner, { imageIds: [early._id] })
    expect([refused.status, refused.body.error]).toEqual([400, 'Restore the link first'])
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
    await expectNoFaults()
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

describe('the trash', () => {
  test('is listed by kind, in pages, the latest first', async () => {
    const link = await build.aLink()
    const ids = await build.imageRows(link, 3)
    for (const id of ids) {
      await server.del(`/api/images/${id}`, undefined, { token: link.owner.token })
      server.clock.advance(1000)
    }
    const page = await list(link.owner, 'image', '&limit=2')
    expect(idsIn(page)).toEqual([ids[2], ids[1]])
    const rest = await list(link.owner, 'image', `&limit=2&cursor=${page.nextCursor}`)
    expect([idsIn(rest), rest.nextCursor]).toEqual([[ids[0]], undefined])
    expect((await server.get('/api/trash', { token: link.owner.token })).status).toBe(400)
    expect((await server.get('/api/trash?kind=link')).status).toBe(401)
  })

  test('can be emptied, except for what was deleted later', async () => {
    const link = await build.aLink()
    const { owner } = link
    const [early, late] = await build.imageRows(link, 2)
    const other = await build.aLink({ owner })
    await server.del(`/api/images/${early}`, undefined, { token: owner.token })
    await trashLink(other)
    const [entry] = (await list(owner, 'link')).data
    server.clock.advance(1000)
    await server.del(`/api/images/${late}`, undefined, { token: owner.token })
    expect((await purge(owner, { all: true, until: entry?.deletedAt })).body.data).toEqual({ done: 2 })
    expect((await list(owner, 'image')).totals).toMatchObject({ links: 0, images: 1 })
    for (const body of [{}, { all: true }, { until: entry?.deletedAt }, { all: true, until: 'yesterday' }]) {
      expect((await purge(owner, body)).status, JSON.stringify(body)).toBe(400)
    }
  })

  test("can't be restored or deleted by someone else", async () => {
    const image = await build.anImage()
    await trashImage(image)
    const stranger = await build.aUser()
    expect((await restore(stranger, { imageIds: [image._id] })).status).toBe(404)
    expect((await purge(stranger, { imageIds: [image._id] })).status).toBe(404)
    expect((await list(image.owner, 'image')).data).toHaveLength(1)
  })

  test('lets either a restore or a deletion win', async () => {
    const link = await build.aLink()
    const ids = await build.imageRows(link, 16)
    await server.post('/api/images/bulk', { action: 'delete', imageIds: ids }, { token: link.owner.token })
    const pairs = await Promise.all(
      ids.map((id) => Promise.all([restore(link.owner, { imageIds: [id] }), purge(link.owner, { imageIds: [id] })])),
    )
    expect(pairs.map((pair) => pair.map(({ status }) => status).toSorted())).toEqual(ids.map(() => [200, 404]))
    await waitForRemovals(server)
  })

  test('is deleted with the account', async () => {
    const owner = await build.aUser()
    const [link, kept] = [await build.aLink({ owner }), await build.aLink({ owner })]
    await build.anImage({ link })
    await trashImage(await build.anImage({ link: kept }))
    await trashLink(link)
    await server.del('/api/auth/deleteaccount', { password: owner.password }, { token: owner.token })
    await waitForRemovals(server)
    const rows = await server.db.selectFrom('links').select('id').where('id', 'in', [link._id, kept._id]).execute()
    expect(rows).toEqual([])
    await expectNoFaults()
  })

  test('is swept when its time has come, and not before', async () => {
    const link = await build.aLink()
    const { owner } = link
    const image = await build.anImage({ link })
    const other = await build.aLink({ owner })
    await build.anImage({ link: other })
    await trashImage(image)
    await trashLink(other)
    server.clock.advance(days(29))
    await server.services.trash.sweep()
    owner.token = await build.aSession(owner)
    expect((await list(owner, 'image')).totals).toMatchObject({ links: 1, images: 1 })
    server.clock.advance(days(1) + 1)
    await server.services.trash.sweep()
    expect((await list(owner, 'image')).totals).toEqual({ links: 0, images: 0, bytes: 0 })
    expect((await restore(owner, { imageIds: [image._id] })).status).toBe(404)
    expect(await usageOf(owner)).toEqual({ links: 1, images: 0, bytes: 0 })
    await waitForRemovals(server)
    await expectNoFaults()
  })
})

describe('a full trash', () => {
  test('has to be emptied before images can be added', async () => {
    const owner = await build.aUser()
    const [link, trashed] = [await build.aLink({ owner }), await build.aLink({ owner })]
    const kept = await build.anImage({ link })
    const deleted = await build.anImage({ link })
    await trashLink(trashed)
    const setImages = (images: number) =>
      server.db.updateTable('links').set({ image_count: images }).where('id', '=', trashed._id).execute()
    await setImages(1499)
    expect((await build.anUpload({ link })).status).toBe(201)
    await trashImage(deleted)
    const { status, body } = await build.anUpload({ link })
    expect([status, body.code]).toEqual([403, 'STORAGE_LIMIT_REACHED'])
    expect(body.message).toBe('Your trash is full. Empty it to add images.')
    const other = await build.aLink({ owner })
    const copy = { action: 'copy', imageIds: [kept._id], linkId: other._id }
    expect((await server.post('/api/images/bulk', copy, { token: owner.token })).status).toBe(403)

    await purge(owner, { imageIds: [deleted._id] })
    expect((await build.anUpload({ link })).status).toBe(201)
    expect((await server.post('/api/images/bulk', copy, { token: owner.token })).status).toBe(200)
    await setImages(0)
  })

  test('has to be emptied before links can be created', async () => {
    const link = await build.aLink()
    const { owner } = link
    await trashLink(link)
    const row = await server.db.selectFrom('links').selectAll().where('id', '=', link._id).executeTakeFirstOrThrow()
    const entries = server.db.selectFrom('trashed_links').selectAll().where('link_id', '=', link._id)
    const entry = await entries.executeTakeFirstOrThrow()
    const copies = Array.from({ length: 999 }, (_, number) => `${link._id}${number}`)
    for (let from = 0; from < copies.length; from += 100) {
      const ids = copies.slice(from, from + 100)
      await server.db
        .insertInto('links')
        .values(ids.map((id) => ({ ...row, id, slug: id })))
        .execute()
      await server.db
        .insertInto('trashed_links')
        .values(ids.map((id) => ({ ...entry, link_id: id })))
        .execute()
    }
    const create = () => server.post('/api/links', { title: 'One more' }, { token: owner.token })
    const { status, body } = await create()
    expect([status, body.code]).toEqual([403, 'LINK_LIMIT_REACHED'])
    expect(body.message).toBe('Your trash is full. Empty it to create links.')
    await server.db.deleteFrom('links').where('id', 'in', copies).execute()
    expect((await create()).status).toBe(201)
  })
})

test('without a trash, deleting is final', async () => {
  const own = await createOwnServer({ trashDays: 0 })
  const image = await createBuilders(own).anImage()
  await own.del(`/api/images/${image._id}`, undefined, { token: image.owner.token })
  expect(await own.db.selectFrom('images').select('id').execute()).toEqual([])
  expect(await list(image.owner, 'image', '', own)).toMatchObject({ data: [], totals: { images: 0 } })
  expect((await restore(image.owner, { imageIds: [image._id] }, own)).status).toBe(404)
})
