import { describe, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { createBuilders } from '#test/support/builders.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer } from '#test/support/server.ts'
import { createTrash, idsIn } from '#test/support/trash.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { list, restore, purge, trashLink, trashImage, usageOf, expectNoFaults } = createTrash(server)

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

  test('sends no email about what it holds', async () => {
    const owner = await build.aUser()
    const [link, other] = [await build.aLink({ owner }), await build.aLink({ owner })]
    await server.put('/api/auth/notifications', { comments: 'now' }, { token: owner.token })
    const [gone, kept] = [await build.anImage({ link }), await build.anImage({ link })]
    const author = await build.aUser()
    const comment = (image: { _id: string }, content: string) =>
      server.post(`/api/comments/image/${image._id}`, { content }, { token: author.token })
    // The first comment is emailed right away, and the others later.
    await comment(kept, 'The first')
    expect(await allEmailsTo(server, new RegExp(owner.email))).toHaveLength(1)
    await comment(gone, 'On a deleted image')
    await comment(await build.anImage({ link: other }), 'In a deleted link')
    await comment(kept, 'On the other one')
    await trashImage(gone)
    await trashLink(other)
    server.clock.advance(minutes(20))
    const emails = (await allEmailsTo(server, new RegExp(owner.email))).join()
    expect(emails).toContain('On the other one')
    expect(emails).not.toMatch(/On a deleted image|In a deleted link/)
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
  const trash = createTrash(own)
  const image = await createBuilders(own).anImage()
  await trash.trashImage(image)
  expect(await own.db.selectFrom('images').select('id').execute()).toEqual([])
  expect(await trash.list(image.owner, 'image')).toMatchObject({ data: [], totals: { images: 0 } })
  expect((await trash.restore(image.owner, { imageIds: [image._id] })).status).toBe(404)
})
