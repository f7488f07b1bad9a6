import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { useAdministrator } from '#test/support/administration.ts'
import { createBuilders } from '#test/support/builders.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { createTrash, idsIn } from '#test/support/trash.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { change } = useAdministrator(server)
const { list, restore, trashLink, trashImage, usageOf, expectNoFaults } = createTrash(server)

test('a restore and a sweep of the same images: exactly one wins', async () => {
  const link = await build.aLink()
  const ids = await build.imageRows(link, 16)
  await server.post('/api/images/bulk', { action: 'delete', imageIds: ids }, { token: link.owner.token })
  const old = new Date(server.clock.now().getTime() - days(31)).toISOString()
  await server.db.updateTable('images').set({ trashed_at: old }).where('id', 'in', ids).execute()
  const restoring = ids.map((id) => restore(link.owner, { imageIds: [id] }))
  const [answers] = await Promise.all([Promise.all(restoring), server.services.trash.sweep()])
  await waitForRemovals(server)
  const { images } = (await server.get(`/api/links/${link._id}`, { token: link.owner.token })).body.data
  const left = new Set(images.map(({ _id }: { _id: string }) => _id))
  expect(answers.map(({ status }) => status)).toEqual(ids.map((id) => (left.has(id) ? 200 : 404)))
  expect((await list(link.owner, 'image')).data).toEqual([])
  expect(await usageOf(link.owner)).toMatchObject({ images: left.size })
})

test('a restore and a sweep of the same link: exactly one wins', async () => {
  const owner = await build.aUser()
  const links = await Promise.all(Array.from({ length: 6 }, () => build.aLink({ owner })))
  for (const link of links) await trashLink(link)
  const old = new Date(server.clock.now().getTime() - days(31)).toISOString()
  await server.db.updateTable('trashed_links').set({ trashed_at: old }).where('user_id', '=', owner.id).execute()
  const restoring = links.map(({ _id }) => restore(owner, { linkIds: [_id] }))
  const [answers] = await Promise.all([Promise.all(restoring), server.services.trash.sweep()])
  await waitForRemovals(server)
  const found = await Promise.all(links.map(({ _id }) => server.get(`/api/links/${_id}`, { token: owner.token })))
  expect(answers.map(({ status }) => status)).toEqual(found.map(({ status }) => status))
  for (const { status } of found) expect(status).toBeOneOf([200, 404])
  expect(await usageOf(owner)).toMatchObject({ links: found.filter(({ status }) => status === 200).length })
})

test("the trash of a disabled account waits as long, and is the owner's again once it's enabled", async () => {
  const image = await build.anImage()
  const other = await build.anImage({ link: image.link })
  const { owner } = image
  await trashImage(image)
  const disable = (isDisabled: boolean) => change(owner, { isDisabled })
  expect((await disable(true)).status).toBe(200)
  expect((await restore(owner, { imageIds: [image._id] })).status).toBe(401)
  await server.services.trash.sweep()
  await disable(false)
  owner.token = await build.aSession(owner)
  expect((await restore(owner, { imageIds: [image._id] })).status).toBe(200)

  await trashImage({ ...other, owner })
  await disable(true)
  server.clock.advance(days(30) + 1)
  await server.services.trash.sweep()
  await waitForRemovals(server)
  const left = await server.db.selectFrom('images').select('id').where('user_id', '=', owner.id).execute()
  expect(left).toEqual([{ id: image._id }])
  await expectNoFaults()
})

test('less time in the trash takes effect at the next sweep, but never within a day of deleting', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const builders = createBuilders(own)
  const trash = createTrash(own)
  const link = await builders.aLink()
  const ids = await builders.imageRows(link, 2)
  await own.del(`/api/images/${ids[0]}`, undefined, { token: link.owner.token })
  const without = await createTestServer({ ...own.config, trashDays: 0 }, own)
  try {
    own.clock.advance(hours(23))
    await own.del(`/api/images/${ids[1]}`, undefined, { token: link.owner.token })
    await without.services.trash.sweep()
    expect(idsIn(await trash.list(link.owner, 'image'))).toEqual([ids[1], ids[0]])
    own.clock.advance(hours(1) + 1)
    await without.services.trash.sweep()
    link.owner.token = await builders.aSession(link.owner)
    expect(idsIn(await trash.list(link.owner, 'image'))).toEqual([ids[1]])
  } finally {
    await without.close()
  }
})
