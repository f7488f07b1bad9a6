import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addVisits, bindTrashedLinks } from '#server/features/links/trashed-links.repository.ts'
import { newId } from '#server/platform/ids.ts'
import { createTrash } from '#test/support/trash.ts'
import { useServer } from '#test/support/use-server.ts'
import { people } from '#test/support/user-agents.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { restore, trashLink, trashImage } = createTrash(server)

test('the last visits and views before deleting are counted', async () => {
  const link = await build.aLink()
  const image = await build.anImage({ link })
  const other = await build.aLink({ owner: link.owner })
  await build.anImage({ link: other })
  const headers = { 'user-agent': people[0]?.[0] ?? '' }
  for (const from of ['203.0.113.1', '203.0.113.2']) {
    await server.post(`/api/images/${image._id}/view`, undefined, { from, headers })
    await server.get(`/api/links/slug/${other.slug}`, { from, headers })
  }
  await trashImage(image)
  await trashLink(other)
  await server.services.writeCounts()
  await restore(link.owner, { imageIds: [image._id], linkIds: [other._id] })
  const { token } = link.owner
  expect((await server.get(`/api/images/${image._id}`, { token })).body.data.views).toBe(2)
  expect((await server.get(`/api/links/${other._id}`, { token })).body.data.views).toBe(2)
  expect((await server.get(`/api/links/${other._id}/analytics`, { token })).body.data.totals.visits).toBe(2)
})

test('visits that are written while a link moves to the trash are counted', async () => {
  const { _id: linkId, owner } = await build.aLink()
  const adding = await server.db.transaction().execute(async (tx) => {
    const now = server.clock.now().toISOString()
    await bindTrashedLinks(tx).moveToTrash({ id: linkId, userId: owner.id }, newId(), now)
    const isAdded = addVisits(server.db, { linkId, ownerId: owner.id }, 3)
    // The update waits for this transaction.
    await delay(200)
    return { isAdded }
  })
  expect(await adding.isAdded).toBe(true)
  const { visits } = await server.db
    .selectFrom('links')
    .select('visits')
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow()
  expect(visits).toBe(3)
})
