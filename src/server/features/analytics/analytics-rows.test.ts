import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer, type TestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { anIp, byImage, bySlug, chrome, createVisits, type Target } from '#test/support/visits.ts'
import { allLinks, type Counts, counters } from './analytics.tables.ts'
import { createVisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitCounter } from './visit-counter.service.ts'

const { server } = useServer({ defaultPlan: 'gold' })
const visits = createVisits(server)

const day = 86_400_000

async function someVisits(target: Target, ref = 'news.example') {
  for (let n = 0; n < 3; n++) await visits.visit(bySlug, target, { ref })
  for (let n = 0; n < 2; n++) await visits.visit(byImage, target)
  await visits.visit(bySlug, target, { userAgent: 'curl/8.5.0' })
}

const rowsOf = async (userId: string, at = server) => ({
  snapshots: await at.db.selectFrom('counter_snapshots').selectAll().where('user_id', '=', userId).execute(),
  referrers: await at.db.selectFrom('referrers').selectAll().where('user_id', '=', userId).execute(),
})

/** Creates a visit counter with its own clock, which `turn` advances. */
function countingAt(at: TestServer, start: string) {
  let now = Date.parse(start)
  const counter = createVisitCounter({
    visits: createVisitCounterRepository(at.db),
    publicUrl: 'http://photos.test',
    clock: { now: () => new Date(now), monotonicMs: () => now },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  const turn = (ms: number) => {
    now += ms
  }
  return { counter, turn }
}

test('deleting a link removes its counts and rows', async () => {
  const { aTarget, allAnalytics, analyticsOf } = visits
  const owner = await createBuilders(server).aUser()
  const [kept, gone] = [await aTarget(owner), await aTarget(owner)]
  await someVisits(kept)
  await someVisits(gone)
  await someVisits(gone, 'gone.example')
  expect((await allAnalytics(owner)).totals).toEqual({ visits: 9, visitors: 9, imageViews: 6, downloads: 0 })

  await server.del(`/api/links/${gone._id}?forever=true`, undefined, { token: owner.token })
  await waitForRemovals(server)
  expect(await allAnalytics(owner)).toEqual(await analyticsOf(kept))
  const { snapshots, referrers } = await rowsOf(owner.id)
  expect(new Set([...snapshots, ...referrers].map(({ link_id }) => link_id))).toEqual(new Set(['', kept._id]))
  expect(new Set(referrers.map(({ host }) => host))).toEqual(new Set(['news.example']))
  const images = server.db.selectFrom('image_view_snapshots').selectAll()
  expect(await images.where('image_id', '=', gone.imageId).execute()).toEqual([])
})

test('deleting a link subtracts its counts from each day of the account', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, allAnalytics } = createVisits(own)
  const owner = await createBuilders(own).aUser()
  const [kept, gone] = [await aTarget(owner), await aTarget(owner)]
  const { counter, turn } = countingAt(own, new Date(own.clock.now().getTime() - 3 * day).toISOString())
  const visitor = () => ({ ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined })
  for (const [ofKept, ofGone] of [
    [1, 2],
    [0, 3],
    [4, 0],
  ]) {
    for (let n = 0; n < (ofKept ?? 0); n++) counter.countVisit({ linkId: kept._id, ownerId: owner.id }, visitor())
    for (let n = 0; n < (ofGone ?? 0); n++) counter.countVisit({ linkId: gone._id, ownerId: owner.id }, visitor())
    await counter.flush()
    turn(day)
  }
  const visitsByDay = async () => {
    const { days, totals } = await allAnalytics(owner, '?days=4')
    return [...days.map(({ visits }: { visits: number }) => visits), totals.visits]
  }
  expect(await visitsByDay()).toEqual([3, 3, 4, 0, 10])
  await own.del(`/api/links/${gone._id}`, undefined, { token: owner.token })
  expect(await visitsByDay(), 'in the trash').toEqual([1, 0, 4, 0, 5])
  await own.post('/api/trash/restore', { linkIds: [gone._id] }, { token: owner.token })
  expect(await visitsByDay(), 'restored').toEqual([3, 3, 4, 0, 10])
  await own.del(`/api/links/${gone._id}?forever=true`, undefined, { token: owner.token })
  await waitForRemovals(own)
  expect(await visitsByDay()).toEqual([1, 0, 4, 0, 5])
})

test('the totals of an account leave out all links in the trash, however many there are', async () => {
  const { aTarget, allAnalytics, analyticsOf } = visits
  const owner = await createBuilders(server).aUser()
  const [kept, gone] = [await aTarget(owner), await aTarget(owner)]
  for (const target of [kept, gone]) await someVisits(target)
  expect((await allAnalytics(owner)).totals).toMatchObject({ visits: 6 })
  await server.del(`/api/links/${gone._id}`, undefined, { token: owner.token })
  expect(await allAnalytics(owner)).toEqual(await analyticsOf(kept))

  const more = 130
  const { db } = server
  const [link] = await db.selectFrom('links').selectAll().where('id', '=', gone._id).execute()
  const [entry] = await db.selectFrom('trashed_links').selectAll().where('link_id', '=', gone._id).execute()
  const { snapshots, referrers } = await rowsOf(owner.id)
  if (!link || !entry) throw new Error("The link isn't in the trash")
  for (let n = 0; n < more; n++) {
    const id = `${gone._id}-${n}`
    const asCopy = <Row extends { link_id: string }>(rows: Row[]) =>
      rows.filter((row) => row.link_id === gone._id).map((row) => ({ ...row, link_id: id }))
    await db
      .insertInto('links')
      .values({ ...link, id, slug: id })
      .execute()
    await db
      .insertInto('trashed_links')
      .values({ ...entry, link_id: id })
      .execute()
    await db.insertInto('counter_snapshots').values(asCopy(snapshots)).execute()
    await db.insertInto('referrers').values(asCopy(referrers)).execute()
  }
  for (const { hour, ...ofGone } of snapshots.filter((row) => row.link_id === gone._id)) {
    const counts = (name: keyof Counts) => sql<number>`${sql.ref(name)} + ${sql.lit(more * ofGone[name])}`
    await db
      .updateTable('counter_snapshots')
      .set(Object.fromEntries(counters.map((name) => [name, counts(name)])))
      .where('user_id', '=', owner.id)
      .where('link_id', '=', allLinks)
      .where('hour', '=', hour)
      .execute()
  }
  await db
    .updateTable('referrers')
    .set((eb) => ({ visits: eb('visits', '+', more * 3) }))
    .where('user_id', '=', owner.id)
    .where('link_id', '=', allLinks)
    .execute()
  expect(await allAnalytics(owner)).toEqual(await analyticsOf(kept))
})

test('deleting an account removes its snapshots and referrers', async () => {
  const { aTarget, allAnalytics } = visits
  const target = await aTarget()
  await someVisits(target)
  await allAnalytics(target.owner)
  expect((await rowsOf(target.owner.id)).snapshots.length).toBeGreaterThan(0)
  const { password, token, id } = target.owner
  expect((await server.del('/api/auth/deleteaccount', { password }, { token, from: anIp() })).status).toBe(200)
  await waitForRemovals(server)
  expect(await rowsOf(id)).toEqual({ snapshots: [], referrers: [] })
})

test("visits to a link that's deleted before they're written are dropped", async () => {
  const { aTarget, allAnalytics } = visits
  const owner = await createBuilders(server).aUser()
  const [kept, gone] = [await aTarget(owner), await aTarget(owner)]
  const { counter } = countingAt(server, server.clock.now().toISOString())
  for (const { _id, imageId } of [gone, kept]) {
    const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
    counter.countVisit({ linkId: _id, ownerId: owner.id }, visitor)
    counter.countView({ imageId, linkId: _id, ownerId: owner.id }, visitor)
  }
  await server.del(`/api/links/${gone._id}?forever=true`, undefined, { token: owner.token })
  await waitForRemovals(server)
  await counter.flush()
  expect((await allAnalytics(owner)).totals).toEqual({ visits: 1, visitors: 1, imageViews: 1, downloads: 0 })
  expect(new Set((await rowsOf(owner.id)).snapshots.map(({ link_id }) => link_id))).toEqual(new Set(['', kept._id]))
})

test("a moved image keeps its views, and a deleted one isn't listed", async () => {
  const { aTarget, analyticsOf } = visits
  const owner = await createBuilders(server).aUser()
  const [from, to] = [await aTarget(owner), await aTarget(owner)]
  await someVisits(from)
  await analyticsOf(from)
  const move = { action: 'move', imageIds: [from.imageId], linkId: to._id }
  await server.post('/api/images/bulk', move, { token: owner.token })
  expect((await analyticsOf(to)).images).toMatchObject([{ _id: from.imageId, views: 2 }])
  expect(await analyticsOf(from)).toMatchObject({ images: [], totals: { imageViews: 2 } })
  await server.del(`/api/images/${from.imageId}?forever=true`, undefined, { token: owner.token })
  expect((await analyticsOf(to)).images).toEqual([])
})

test('the ten most viewed images are listed, with signed URLs if the link is private', async () => {
  const { aTarget, visit, analyticsOf } = visits
  const target = await aTarget()
  const build = createBuilders(server)
  const link = { _id: target._id, owner: target.owner }
  const others: string[] = []
  for (let n = 0; n < 11; n++) others.push((await build.anImage({ link, fields: { title: `Picture ${n}` } }))._id)
  for (const [n, imageId] of others.entries()) {
    for (let views = 0; views < n; views++) await visit(byImage, { ...target, imageId })
  }
  await server.put(`/api/links/${target._id}`, { isPrivate: true }, { token: target.owner.token })
  const { images } = await analyticsOf(target)
  expect(images.map(({ title, views }: { title: string; views: number }) => [title, views])).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => [`Picture ${n}`, n]),
  )
  expect((await server.get(images[0].thumbnailUrl)).status).toBe(200)
  expect((await server.get(images[0].thumbnailUrl.replace(/\?.*/, ''))).status).toBe(403)
})

test('an image without a title shows its file name', async () => {
  const { aTarget, visit, analyticsOf } = visits
  const target = await aTarget()
  await visit(byImage, target)
  expect((await analyticsOf(target)).images).toMatchObject([{ title: 'photo.jpg', views: 1 }])
})

test("downloading an image or the gallery counts as a download, but viewing a full-size image doesn't", async () => {
  const { aTarget, analyticsOf } = visits
  const target = await aTarget()
  const { url } = (await server.get(`/api/images/${target.imageId}`)).body.data
  const fetchAs = (address: string, from = anIp()) => server.get(address, { from, headers: { 'user-agent': chrome } })
  await fetchAs(url)
  await fetchAs(`${url}?download=1`)
  await fetchAs(`/api/links/slug/${target.slug}/download`)
  expect((await analyticsOf(target)).totals.downloads).toBe(2)
})

test('a download counts once per visitor and target, but never for the owner or bots', async () => {
  const { aTarget, analyticsOf } = visits
  const { _id: linkId, imageId, owner } = await aTarget()
  const { counter } = countingAt(server, server.clock.now().toISOString())
  const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
  const all = { linkId, ownerId: owner.id }
  for (const target of [all, all, { ...all, imageId }, { ...all, imageId }]) counter.countDownload(target, visitor)
  counter.countDownload(all, { ...visitor, userId: owner.id })
  counter.countDownload(all, { ...visitor, userAgent: 'Wget/1.21.4' })
  counter.countVisit({ linkId, ownerId: owner.id }, visitor)
  counter.countView({ ...all, imageId }, visitor)
  await counter.flush()
  const { totals, leftOut, days } = await analyticsOf({ _id: linkId, owner })
  expect(totals).toEqual({ visits: 1, visitors: 1, imageViews: 1, downloads: 2 })
  expect(leftOut).toEqual({ bots: 1, owner: 1, repeats: 2 })
  expect(days.at(-1)).toMatchObject({ downloads: 2 })
})

test('up to 20 referrers per link and day are stored, and the rest as "other"', async () => {
  const { aTarget, visit, analyticsOf, allAnalytics } = visits
  const target = await aTarget()
  for (let n = 0; n < 30; n++) {
    await visit(bySlug, target, { ref: `host-${String(n).padStart(2, '0')}.example` })
    if (n % 10 === 0) await analyticsOf(target)
  }
  await visit(bySlug, target, { ref: 'host-00.example' })
  await visit(bySlug, target)
  for (const { referrers, totals } of [await analyticsOf(target), await allAnalytics(target.owner)]) {
    expect(totals.visits).toBe(32)
    expect(referrers).toHaveLength(21)
    expect(referrers[0]).toEqual({ host: 'host-00.example', visits: 2 })
    expect(referrers.at(-1)).toEqual({ host: 'other', visits: 10 })
  }
  // The link and the account each have 21 rows for the day and 21 for the month.
  expect((await rowsOf(target.owner.id)).referrers).toHaveLength(2 * 2 * 21)
})

test('the number of rows grows with hours, not visits, and old rows are removed', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, analyticsOf, counted } = createVisits(own)
  const target = await aTarget()
  const { counter, turn } = countingAt(own, new Date(own.clock.now().getTime() - 800 * day).toISOString())
  const visit = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
      counter.countVisit({ linkId: target._id, ownerId: target.owner.id }, visitor, 'news.example')
      counter.countView({ imageId: target.imageId, linkId: target._id, ownerId: target.owner.id }, visitor)
      if (n % 10 === 0) await counter.flush()
    }
    await counter.flush()
  }
  await visit(50)
  // The link and the account each have a snapshot for the start of the hour and one for now.
  expect((await rowsOf(target.owner.id, own)).snapshots).toHaveLength(2 * 2)
  turn(450 * day)
  await visit(7)
  turn(350 * day)
  await visit(2)
  await counter.forget()
  const { snapshots, referrers } = await rowsOf(target.owner.id, own)
  expect(snapshots).toHaveLength(2 * 3)
  expect(referrers).toHaveLength(2 * 2 * 2)
  expect(await own.db.selectFrom('image_view_snapshots').selectAll().execute()).toHaveLength(2)
  expect(await counted(target)).toEqual({ visits: 59, views: 59 })
  const analytics = await analyticsOf(target, '?days=365')
  expect(analytics.totals).toMatchObject({ visits: 9, imageViews: 9 })
  expect(analytics).toMatchObject({ images: [{ views: 9 }], referrers: [{ host: 'news.example', visits: 9 }] })
})
