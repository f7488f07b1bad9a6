import { expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { anAddress, byImage, bySlug, chrome, createLooks, type Target } from '#test/support/looks.ts'
import { createOwnServer, type TestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { createVisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitCounter } from './visit-counter.service.ts'

const { server } = useServer({ defaultPlan: 'gold' })
const looks = createLooks(server)

const day = 86_400_000

/** Three people, of whom two look at the picture. */
async function someLooks(target: Target, ref = 'news.example') {
  for (let n = 0; n < 3; n++) await looks.look(bySlug, target, { ref })
  for (let n = 0; n < 2; n++) await looks.look(byImage, target)
  await looks.look(bySlug, target, { userAgent: 'curl/8.5.0' })
}

const rowsOf = async (userId: string, at = server) => ({
  readings: await at.db.selectFrom('readings').selectAll().where('user_id', '=', userId).execute(),
  referrers: await at.db.selectFrom('referrers').selectAll().where('user_id', '=', userId).execute(),
})

/** Counting with a clock of its own. */
function countingAt(at: TestServer, start: string) {
  const clock = createStoppedClock(start)
  const visits = createVisitCounter({
    visits: createVisitCounterRepository(at.db),
    publicUrl: 'http://photos.test',
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  return { visits, turn: clock.advance }
}

test('a deleted link is in no figure any more, and leaves no row', async () => {
  const { aTarget, allAnalytics, analyticsOf } = looks
  const owner = await createBuilders(server).aUser()
  const [kept, gone] = [await aTarget(owner), await aTarget(owner)]
  await someLooks(kept)
  await someLooks(gone)
  await someLooks(gone, 'gone.example')
  expect((await allAnalytics(owner)).totals).toEqual({ visits: 9, visitors: 9, imageViews: 6, downloads: 0 })

  await server.del(`/api/links/${gone._id}`, undefined, { token: owner.token })
  expect(await allAnalytics(owner)).toEqual(await analyticsOf(kept))
  const { readings, referrers } = await rowsOf(owner.id)
  expect(new Set([...readings, ...referrers].map(({ link_id }) => link_id))).toEqual(new Set(['', kept._id]))
  expect(new Set(referrers.map(({ host }) => host))).toEqual(new Set(['news.example']))
  const images = server.db.selectFrom('image_readings').selectAll()
  expect(await images.where('image_id', '=', gone.imageId).execute()).toEqual([])
})

test('a deleted link takes from each day what it had on that day', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, allAnalytics } = createLooks(own)
  const owner = await createBuilders(own).aUser()
  const [kept, gone] = [await aTarget(owner), await aTarget(owner)]
  const { visits, turn } = countingAt(own, new Date(own.clock.now().getTime() - 3 * day).toISOString())
  const visitor = () => ({ ip: anAddress(), userAgent: chrome, userId: undefined, purpose: undefined })
  for (const [ofKept, ofGone] of [
    [1, 2],
    [0, 3],
    [4, 0],
  ]) {
    for (let n = 0; n < (ofKept ?? 0); n++) visits.countVisit(kept._id, owner.id, visitor())
    for (let n = 0; n < (ofGone ?? 0); n++) visits.countVisit(gone._id, owner.id, visitor())
    await visits.settle()
    turn(day)
  }
  const visitsByDay = async () => {
    const { days, totals } = await allAnalytics(owner, '?days=4')
    return [...days.map(({ visits }: { visits: number }) => visits), totals.visits]
  }
  expect(await visitsByDay()).toEqual([3, 3, 4, 0, 10])
  await own.del(`/api/links/${gone._id}`, undefined, { token: owner.token })
  expect(await visitsByDay()).toEqual([1, 0, 4, 0, 5])
})

test('an account that is closed leaves no row', async () => {
  const { aTarget, allAnalytics } = looks
  const target = await aTarget()
  await someLooks(target)
  await allAnalytics(target.owner)
  expect((await rowsOf(target.owner.id)).readings.length).toBeGreaterThan(0)
  const { password, token, id } = target.owner
  expect((await server.del('/api/auth/deleteaccount', { password }, { token, from: anAddress() })).status).toBe(200)
  expect(await rowsOf(id)).toEqual({ readings: [], referrers: [] })
})

test('visits of a link that is deleted before they are written are dropped, and the others are counted', async () => {
  const { aTarget, allAnalytics } = looks
  const owner = await createBuilders(server).aUser()
  const [kept, gone] = [await aTarget(owner), await aTarget(owner)]
  const { visits } = countingAt(server, server.clock.now().toISOString())
  for (const { _id, imageId } of [gone, kept]) {
    const visitor = { ip: anAddress(), userAgent: chrome, userId: undefined, purpose: undefined }
    visits.countVisit(_id, owner.id, visitor)
    visits.countView({ imageId, linkId: _id, ownerId: owner.id }, visitor)
  }
  await server.del(`/api/links/${gone._id}`, undefined, { token: owner.token })
  await visits.settle()
  expect((await allAnalytics(owner)).totals).toEqual({ visits: 1, visitors: 1, imageViews: 1, downloads: 0 })
  expect(new Set((await rowsOf(owner.id)).readings.map(({ link_id }) => link_id))).toEqual(new Set(['', kept._id]))
})

test('an image that is moved keeps its views, and a deleted one is in no list', async () => {
  const { aTarget, analyticsOf } = looks
  const owner = await createBuilders(server).aUser()
  const [from, to] = [await aTarget(owner), await aTarget(owner)]
  await someLooks(from)
  await analyticsOf(from)
  const move = { action: 'move', imageIds: [from.imageId], linkId: to._id }
  await server.post('/api/images/bulk', move, { token: owner.token })
  expect((await analyticsOf(to)).images).toMatchObject([{ _id: from.imageId, views: 2 }])
  expect(await analyticsOf(from)).toMatchObject({ images: [], totals: { imageViews: 2 } })
  await server.del(`/api/images/${from.imageId}`, undefined, { token: owner.token })
  expect((await analyticsOf(to)).images).toEqual([])
})

test('the ten images viewed most come first, with addresses that open for the owner of a private link', async () => {
  const { aTarget, look, analyticsOf } = looks
  const target = await aTarget()
  const build = createBuilders(server)
  const link = { _id: target._id, owner: target.owner }
  const others: string[] = []
  for (let n = 0; n < 11; n++) others.push((await build.anImage({ link, fields: { title: `Picture ${n}` } }))._id)
  for (const [n, imageId] of others.entries()) {
    for (let views = 0; views < n; views++) await look(byImage, { ...target, imageId })
  }
  await server.put(`/api/links/${target._id}`, { isPrivate: true }, { token: target.owner.token })
  const { images } = await analyticsOf(target)
  expect(images.map(({ title, views }: { title: string; views: number }) => [title, views])).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => [`Picture ${n}`, n]),
  )
  expect((await server.get(images[0].thumbnailUrl)).status).toBe(200)
  expect((await server.get(images[0].thumbnailUrl.replace(/\?.*/, ''))).status).toBe(403)
})

test('downloads are counted once for each visitor and thing, never for the owner or a machine', async () => {
  const { aTarget, analyticsOf } = looks
  const { _id: linkId, imageId, owner } = await aTarget()
  const { visits } = countingAt(server, server.clock.now().toISOString())
  const visitor = { ip: anAddress(), userAgent: chrome, userId: undefined, purpose: undefined }
  const all = { linkId, ownerId: owner.id }
  for (const target of [all, all, { ...all, imageId }, { ...all, imageId }]) visits.countDownload(target, visitor)
  visits.countDownload(all, { ...visitor, userId: owner.id })
  visits.countDownload(all, { ...visitor, userAgent: 'Wget/1.21.4' })
  visits.countVisit(linkId, owner.id, visitor)
  visits.countView({ ...all, imageId }, visitor)
  await visits.settle()
  const { totals, leftOut, days } = await analyticsOf({ _id: linkId, owner })
  expect(totals).toEqual({ visits: 1, visitors: 1, imageViews: 1, downloads: 2 })
  expect(leftOut).toEqual({ bots: 1, owner: 1, repeats: 2 })
  expect(days.at(-1)).toMatchObject({ downloads: 2 })
})

test('of a link on a day at most 20 hosts have rows of their own, and the rest is told as other', async () => {
  const { aTarget, look, analyticsOf, allAnalytics } = looks
  const target = await aTarget()
  for (let n = 0; n < 30; n++) {
    await look(bySlug, target, { ref: `host-${String(n).padStart(2, '0')}.example` })
    if (n % 10 === 0) await analyticsOf(target)
  }
  await look(bySlug, target, { ref: 'host-00.example' })
  await look(bySlug, target)
  for (const { referrers, totals } of [await analyticsOf(target), await allAnalytics(target.owner)]) {
    expect(totals.visits).toBe(32)
    expect(referrers).toHaveLength(21)
    expect(referrers[0]).toEqual({ host: 'host-00.example', visits: 2 })
    expect(referrers.at(-1)).toEqual({ host: 'other', visits: 10 })
  }
  // Of the link and of the account, on this day and in this month.
  expect((await rowsOf(target.owner.id)).referrers).toHaveLength(2 * 2 * 21)
})

test('rows come with the hours and not with the visits, and old ones go while totals stay', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, analyticsOf, counted } = createLooks(own)
  const target = await aTarget()
  const { visits, turn } = countingAt(own, new Date(own.clock.now().getTime() - 800 * day).toISOString())
  const visit = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const visitor = { ip: anAddress(), userAgent: chrome, userId: undefined, purpose: undefined }
      visits.countVisit(target._id, target.owner.id, visitor, 'news.example')
      visits.countView({ imageId: target.imageId, linkId: target._id, ownerId: target.owner.id }, visitor)
      if (n % 10 === 0) await visits.settle()
    }
    await visits.settle()
  }
  await visit(50)
  // Of the link and of the account: where they stood when the hour began, and where they stand.
  expect((await rowsOf(target.owner.id, own)).readings).toHaveLength(2 * 2)
  turn(450 * day)
  await visit(7)
  turn(350 * day)
  await visit(2)
  await visits.forget()
  const { readings, referrers } = await rowsOf(target.owner.id, own)
  expect(readings).toHaveLength(2 * 3)
  expect(referrers).toHaveLength(2 * 2 * 2)
  expect(await own.db.selectFrom('image_readings').selectAll().execute()).toHaveLength(2)
  expect(await counted(target)).toEqual({ visits: 59, views: 59 })
  const figures = await analyticsOf(target, '?days=365')
  expect(figures.totals).toMatchObject({ visits: 9, imageViews: 9 })
  expect(figures).toMatchObject({ images: [{ views: 9 }], referrers: [{ host: 'news.example', visits: 9 }] })
})
