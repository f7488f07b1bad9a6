// @engine sqlite
import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { crawlers, people, previews } from '#test/support/user-agents.ts'
import { anIp, byImage, bySlug, chrome, createVisits, firefox, type Target, ways } from '#test/support/visits.ts'

const { server } = useServer({ defaultPlan: 'gold' })
const visits = createVisits(server)

describe.each(ways)('with $name', (way) => {
  const times = (count: number) => ({ visits: 0, views: 0, [way.counts]: count })

  test('a visitor counts only once, even with many requests', async () => {
    const { aTarget, visit, counted } = visits
    const target = await aTarget()
    const from = anIp()
    const statuses = await Promise.all(Array.from({ length: 5 }, () => visit(way, target, { from })))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(await counted(target)).toEqual(times(1))
    await visit(way, target, { from })
    expect(await counted(target)).toEqual(times(1))
  })

  test('another IP address or browser counts as another visitor', async () => {
    const { aTarget, visit, counted } = visits
    const target = await aTarget()
    const from = anIp()
    await visit(way, target, { from })
    await visit(way, target, { from, userAgent: firefox })
    await visit(way, target)
    await visit(way, target, { token: (await createBuilders(server).aUser()).token })
    expect(await counted(target)).toEqual(times(4))
  })

  test('the owner is never counted, in any browser', async () => {
    const { aTarget, visit, counted } = visits
    const target = await aTarget()
    const { token } = target.owner
    expect(await visit(way, target, { token })).toBe(200)
    expect(await visit(way, target, { token, userAgent: firefox })).toBe(200)
    expect(await counted(target)).toEqual(times(0))
  })

  test("a prefetched page counts only when it's viewed", async () => {
    const { aTarget, visit, counted } = visits
    const target = await aTarget()
    const inAdvance = [
      { 'sec-purpose': 'prefetch;prerender' },
      { 'sec-purpose': 'prefetch' },
      { purpose: 'prefetch' },
      { purpose: 'preview' },
      { 'x-moz': 'prefetch' },
    ].map((headers) => ({ from: anIp(), headers: headers as Record<string, string> }))
    for (const visitor of inAdvance) expect(await visit(way, target, visitor)).toBe(200)
    expect(await counted(target)).toEqual(times(0))
    for (const { from } of inAdvance) await visit(way, target, { from })
    expect(await counted(target)).toEqual(times(5))
  })

  test("requests without a user agent don't count", async () => {
    const { aTarget, visit, counted } = visits
    const target = await aTarget()
    expect(await visit(way, target, { userAgent: '' })).toBe(200)
    expect(await counted(target)).toEqual(times(0))
  })

  test("rejected requests don't count", async () => {
    const { aTarget, visit, counted, analyticsOf } = visits
    const target = await aTarget()
    const put = (fields: object) => server.put(`/api/links/${target._id}`, fields, { token: target.owner.token })
    await put({ isPrivate: true })
    expect(await visit(way, target)).toBe(403)
    const expires_at = '2020-01-01T00:00:00.000Z'
    await server.db.updateTable('links').set({ expires_at }).where('id', '=', target._id).execute()
    await put({ isPrivate: false })
    expect(await visit(way, target)).toBe(410)
    expect(await counted(target)).toEqual(times(0))
    expect((await analyticsOf(target)).leftOut).toEqual({ bots: 0, owner: 0, repeats: 0 })
  })
})

test('opening the same page in different ways counts once', async () => {
  const { aTarget, visit, counted } = visits
  const target = await aTarget()
  const from = anIp()
  for (const way of ways) await visit(way, target, { from })
  expect(await counted(target)).toEqual({ visits: 1, views: 1 })
})

test("HEAD requests don't count", async () => {
  const { aTarget, visit, counted } = visits
  const target = await aTarget()
  expect(await visit({ ...bySlug, method: 'HEAD' }, target)).toBe(200)
  expect(await visit({ ...byImage, method: 'HEAD' }, target)).toBe(200)
  expect(await counted(target)).toEqual({ visits: 0, views: 0 })
})

let quiet: Target | undefined

test.each([...crawlers, ...previews])('bots can open pages but are never counted: %s', async (userAgent) => {
  quiet ??= await visits.aTarget()
  for (const way of [bySlug, byImage]) expect(await visits.visit(way, quiet, { userAgent })).toBe(200)
  expect(await visits.counted(quiet)).toEqual({ visits: 0, views: 0 })
})

test('people are counted in every browser', async () => {
  const { aTarget, visit, counted } = visits
  const target = await aTarget()
  for (const [userAgent] of people) await visit(bySlug, target, { userAgent })
  expect(people.length).toBeGreaterThanOrEqual(30)
  expect(await counted(target)).toEqual({ visits: people.length, views: 0 })
})

test('the same visitor counts again after half an hour', async () => {
  const own = await createOwnServer()
  const { aTarget, visit, counted } = createVisits(own)
  const target = await aTarget()
  const from = anIp()
  const visitAll = async () => {
    for (const way of ways) await visit(way, target, { from })
  }
  await visitAll()
  expect(await counted(target)).toEqual({ visits: 1, views: 1 })
  own.clock.advance(29 * 60_000)
  await visitAll()
  expect(await counted(target)).toEqual({ visits: 1, views: 1 })
  own.clock.advance(2 * 60_000)
  await visitAll()
  expect(await counted(target)).toEqual({ visits: 2, views: 2 })
})

test('10,000 requests by one visitor count as one visit', { timeout: 60_000 }, async () => {
  const { aTarget, visit, analyticsOf } = visits
  const target = await aTarget()
  const from = anIp()
  for (let n = 0; n < 10_000; n += 100) {
    await Promise.all(Array.from({ length: 100 }, () => visit(bySlug, target, { from, userAgent: chrome })))
  }
  const { totals, leftOut } = await analyticsOf(target)
  expect(totals).toMatchObject({ visits: 1, visitors: 1 })
  expect(leftOut).toEqual({ bots: 0, owner: 0, repeats: 9_999 })
})

describe('made-up visitors', () => {
  const inventBrowsers = (count: number) => Array.from({ length: count }, (_, n) => `${chrome} Extra/${n}`)

  test('are limited to 30 browsers per network and link', async () => {
    const { aTarget, visit, analyticsOf, counted } = visits
    const target = await aTarget()
    const from = anIp()
    for (const userAgent of inventBrowsers(6000)) await visit(bySlug, target, { from, userAgent })
    expect(await counted(target)).toEqual({ visits: 30, views: 0 })
    expect((await analyticsOf(target)).leftOut).toMatchObject({ bots: 0, owner: 0, repeats: 5970 })

    await visit(bySlug, target)
    expect(await counted(target)).toEqual({ visits: 31, views: 0 })
  })

  test('are limited separately for each link, and counted browsers also count for images', async () => {
    const { aTarget, visit, counted } = visits
    const [target, other] = [await aTarget(), await aTarget()]
    const from = anIp()
    const browsers = inventBrowsers(40)
    for (const userAgent of browsers) {
      await visit(bySlug, target, { from, userAgent })
      await visit(byImage, target, { from, userAgent })
      await visit(bySlug, other, { from, userAgent })
    }
    expect(await counted(target)).toEqual({ visits: 30, views: 30 })
    expect(await counted(other)).toEqual({ visits: 30, views: 0 })
  })

  test("can't fill the table with referrers, from one network or many", async () => {
    const { aTarget, visit, analyticsOf } = visits
    const target = await aTarget()
    const from = anIp()
    for (const [n, userAgent] of inventBrowsers(30).entries()) {
      await visit(bySlug, target, { from, userAgent, ref: `invented-${n}.example` })
    }
    await visit(bySlug, target, { ref: 'news.example' })
    const hosts = async () => (await analyticsOf(target)).referrers.map(({ host }: { host: string }) => host)
    expect((await hosts()).filter((host: string) => host.startsWith('invented'))).toHaveLength(5)
    expect(await hosts()).toContain('news.example')

    for (let n = 0; n < 100; n++) await visit(bySlug, target, { ref: `many-${n}.example` })
    for (const ref of ['<script>', 'a b.example', 'x'.repeat(250), '10.0.0.1:99999999', 'localhost', '-.-']) {
      await visit(bySlug, target, { ref })
    }
    await analyticsOf(target)
    const rows = await server.db.selectFrom('referrers').select('host').where('link_id', '=', target._id).execute()
    // The day and the month each have up to 20 hosts and one row for the rest.
    expect(rows.length).toBeLessThanOrEqual(42)
    expect(rows.every(({ host }) => host === 'other' || /^(invented|many|news)[-\d]*\.example$/.test(host))).toBe(true)
  })
})
