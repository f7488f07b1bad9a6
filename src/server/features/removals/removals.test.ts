import { expect, test } from 'vitest'
import { allLinks, type Counts, counters, currentHour } from '#server/features/analytics/analytics.tables.ts'
import { createCounterSubtractionRepository } from '#server/features/analytics/counter-subtraction.repository.ts'
import type { Person } from '#test/support/builders.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const counts = (value: number) => Object.fromEntries(counters.map((name) => [name, value])) as Counts

/** Inserts hourly and current counter snapshots for a link and its account, and their referrers. */
async function aYearOf(owner: Person, linkId: string, hours: number) {
  const rows = [...Array(hours).keys(), currentHour].flatMap((hour) => [
    { user_id: owner.id, link_id: linkId, hour, ...counts(Math.min(hour, hours)) },
    { user_id: owner.id, link_id: allLinks, hour, ...counts(1000 + 3 * Math.min(hour, hours)) },
  ])
  for (let start = 0; start < rows.length; start += 500) {
    await server.db
      .insertInto('counter_snapshots')
      .values(rows.slice(start, start + 500))
      .execute()
  }
  const referrers = ['chat.example', 'mail.example'].flatMap((host) => [
    { user_id: owner.id, link_id: linkId, span: '2026-01-01', host, visits: 4 },
    { user_id: owner.id, link_id: '', span: '2026-01-01', host, visits: host === 'chat.example' ? 4 : 9 },
  ])
  await server.db.insertInto('referrers').values(referrers).execute()
}

const visitsOf = async (owner: Person, linkId: string) => {
  const rows = await server.db
    .selectFrom('counter_snapshots')
    .select(['hour', 'visits'])
    .where('user_id', '=', owner.id)
    .where('link_id', '=', linkId)
    .orderBy('hour')
    .execute()
  return rows.map(({ hour, visits }) => [hour, visits])
}

const countOf = async (table: 'users' | 'links' | 'images' | 'comments' | 'image_view_snapshots' | 'removals') => {
  const { count } = await server.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const whenGone = () => waitForRemovals(server)

test('a deleted link is hidden immediately, and its data is removed in the background', async () => {
  const before = { users: await countOf('users'), images: await countOf('images'), comments: await countOf('comments') }
  const link = await build.aLink({ slug: 'on-its-way' })
  const image = await build.anImage({ link })
  const author = await build.aUser()
  const comment = await build.aComment({ image, author })
  const views = Array.from({ length: 1200 }, (_, hour) => ({ image_id: image._id, hour, views: hour }))
  await server.db.insertInto('image_view_snapshots').values(views).execute()
  await aYearOf(link.owner, link._id, 500)
  const token = link.owner.token

  expect((await server.del(`/api/links/${link._id}?forever=true`, undefined, { token })).status).toBe(200)
  expect(await countOf('image_view_snapshots'), "the response doesn't wait for the cleanup").toBe(1200)
  for (const path of [
    `/api/links/${link._id}`,
    `/api/links/${link._id}/analytics`,
    `/api/links/${link._id}/invitations`,
  ]) {
    expect((await server.get(path, { token })).status, path).toBe(404)
  }
  for (const path of ['/api/links/slug/on-its-way', `/api/images/${image._id}`, `/api/comments/image/${image._id}`]) {
    expect((await server.get(path)).status, path).toBe(404)
  }
  const change = await server.put(`/api/comments/${comment._id}`, { content: 'Again' }, { token: author.token })
  expect(change.status).toBe(404)
  expect((await server.get('/api/links', { token })).body.data).toEqual([])
  const usage = await server.db.selectFrom('usage').selectAll().where('user_id', '=', link.owner.id).executeTakeFirst()
  expect(usage).toMatchObject({ links: 0, images: 0 })

  await whenGone()
  expect(await countOf('image_view_snapshots')).toBe(0)
  expect(await countOf('users'), 'the owner and the author').toBe(before.users + 2)
  expect([await countOf('images'), await countOf('comments')]).toEqual([before.images, before.comments])
  expect(await countOf('removals')).toBe(0)
  expect(await visitsOf(link.owner, link._id)).toEqual([])
  const left = await visitsOf(link.owner, '')
  expect(left).toHaveLength(501)
  expect(left.every(([hour = 0, visits]) => visits === 1000 + 2 * Math.min(hour, 500))).toBe(true)
  const hosts = await server.db.selectFrom('referrers').selectAll().where('user_id', '=', link.owner.id).execute()
  expect(hosts).toMatchObject([{ link_id: '', host: 'mail.example', visits: 5 }])
})

test("an interrupted removal subtracts a link's counts only once", async () => {
  const link = await build.aLink()
  await aYearOf(link.owner, link._id, 900)
  const removed = await build.aUser()
  const removal = { user_id: removed.id, counted_for: link.owner.id, link_id: link._id }
  await server.db
    .insertInto('removals')
    .values({ ...removal, uncounted_until: 0 })
    .execute()
  let steps = 0
  // Each iteration acts as a new node, which only has the progress that the previous one stored.
  while (await createCounterSubtractionRepository(server.db).subtractHours(removal, 1000)) steps++
  expect(steps).toBe(5)
  const left = await visitsOf(link.owner, '')
  expect(left.filter(([hour = 0, visits]) => visits !== 1000 + 2 * Math.min(hour, 900))).toEqual([])
  await server.db.deleteFrom('removals').where('user_id', '=', removed.id).execute()
})

test('deleting an account immediately frees its email address and hides its links and comments', async () => {
  const leaving = await build.aUser()
  const image = await build.anImage()
  await build.aComment({ image, author: leaving })
  const link = await build.aLink({ owner: leaving, slug: 'of-somebody-leaving' })
  await build.anImage({ link })
  const gone = await server.del('/api/auth/deleteaccount', { password: leaving.password }, { token: leaving.token })
  expect(gone.status).toBe(200)
  expect((await server.get('/api/auth/me', { token: leaving.token })).status).toBe(401)
  expect((await server.get('/api/links/slug/of-somebody-leaving')).status).toBe(404)
  expect((await server.get(`/api/comments/image/${image._id}`)).body.data).toEqual([])
  const { id } = await build.aUser({ email: leaving.email })

  await whenGone()
  const people = await server.db.selectFrom('users').select('id').where('id', 'in', [leaving.id, id]).execute()
  expect(people).toEqual([{ id }])
  expect(await server.db.selectFrom('links').select('id').where('user_id', '=', leaving.id).execute()).toEqual([])
})
