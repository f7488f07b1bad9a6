import { describe, expect, test } from 'vitest'
import { getAnalytics } from '#shared/analytics.ts'
import type { PlanId } from '#shared/plans.ts'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { crawlers, people, previews } from '#test/support/user-agents.ts'
import { anIp, byImage, bySlug, createVisits } from '#test/support/visits.ts'

const { server } = useServer({ defaultPlan: 'gold' })
const visits = createVisits(server)

const day = 86_400_000
const today = (at = server) => at.clock.now().toISOString().slice(0, 10)

test('200 requests by people, bots and the owner result in exact counts', async () => {
  const { aTarget, visit, analyticsOf, allAnalytics } = visits
  const target = await aTarget()
  expect([people, crawlers, previews].every((kind) => kind.length >= 30)).toBe(true)
  const guests = Array.from({ length: 40 }, (_, n) => ({
    from: anIp(),
    userAgent: people[n % people.length]?.[0] ?? '',
    ...(n % 2 === 0 && { ref: n % 4 === 0 ? 'www.example.org' : 'chat.example' }),
  }))
  const requests = [
    ...guests.map((guest) => () => visit(bySlug, target, guest)),
    // 18 people return, and 12 view the image, four of them twice.
    ...guests.slice(0, 18).map((guest) => () => visit(bySlug, target, guest)),
    ...guests.slice(0, 12).map((guest) => () => visit(byImage, target, { ...guest, ref: '' })),
    ...guests.slice(0, 4).map((guest) => () => visit(byImage, target, { ...guest, ref: '' })),
    ...crawlers.slice(0, 36).map((userAgent) => () => visit(bySlug, target, { userAgent })),
    ...previews.slice(0, 36).map((userAgent) => () => visit(bySlug, target, { userAgent })),
    // Three prefetches are by visitors and three by the owner, whose script also sends three requests.
    ...Array.from({ length: 3 }, () => () => visit(bySlug, target, { headers: { 'sec-purpose': 'prefetch' } })),
    ...Array.from(
      { length: 3 },
      () => () => visit(bySlug, target, { token: target.owner.token, headers: { purpose: 'prefetch' } }),
    ),
    ...Array.from(
      { length: 3 },
      () => () => visit(bySlug, target, { token: target.owner.token, userAgent: 'curl/8.5.0' }),
    ),
    ...Array.from({ length: 30 }, () => () => visit(bySlug, target, { token: target.owner.token })),
    ...Array.from({ length: 15 }, () => () => visit(byImage, target, { token: target.owner.token })),
  ]
  expect(requests).toHaveLength(200)
  for (const request of requests) expect(await request()).toBe(200)

  const analytics = await analyticsOf(target)
  expect(analytics.totals).toEqual({ visits: 40, visitors: 40, imageViews: 12, downloads: 0 })
  expect(analytics.leftOut).toEqual({ bots: 81, owner: 45, repeats: 22 })
  expect(analytics.previous).toEqual({ visits: 0, visitors: 0, imageViews: 0, downloads: 0 })
  expect(analytics.days).toHaveLength(30)
  expect(analytics.days.at(-1)).toEqual({ date: today(), ...analytics.totals })
  expect(analytics.images).toMatchObject([{ _id: target.imageId, views: 12 }])
  expect(analytics.referrers).toEqual([
    { host: 'chat.example', visits: 10 },
    { host: 'www.example.org', visits: 10 },
  ])
  expect(analytics.devices).toEqual([
    { kind: 'computer', visits: 18 },
    { kind: 'phone', visits: 14 },
    { kind: 'tablet', visits: 5 },
    { kind: 'other', visits: 3 },
  ])
  expect(await allAnalytics(target.owner)).toEqual(analytics)
  expect((await visits.counted(target)).visits).toBe(40)
})

describe('analytics by plan', () => {
  const included: [PlanId, number, string[]][] = [
    ['free', 30, ['leftOut', 'previous', 'totals']],
    ['plus', 90, ['days', 'images', 'leftOut', 'previous', 'totals']],
    ['gold', 365, ['days', 'devices', 'images', 'invitations', 'leftOut', 'previous', 'referrers', 'totals']],
  ]

  test.each(included)('the %s plan shows %i days', async (defaultPlan, shown, parts) => {
    const own = await createOwnServer({ defaultPlan })
    const { aTarget, visit, analyticsOf, allAnalytics } = createVisits(own)
    const target = await aTarget()
    await visit(bySlug, target, { ref: 'news.example' })
    for (const analytics of [
      await analyticsOf(target, '?days=10000'),
      await allAnalytics(target.owner, '?days=10000'),
    ]) {
      expect(Object.keys(analytics).sort()).toEqual(parts)
      expect(analytics.days?.length).toBe(defaultPlan === 'free' ? undefined : shown)
      expect(analytics.totals).toEqual({
        visits: 1,
        imageViews: 0,
        downloads: 0,
        ...(defaultPlan !== 'free' && { visitors: 1 }),
      })
    }
    own.clock.advance((shown - 1) * day)
    const token = await createBuilders(own).aSession(target.owner)
    const later = { ...target, owner: { ...target.owner, token } }
    expect((await analyticsOf(later, '?days=10000')).totals.visits).toBe(1)
    own.clock.advance(day)
    const { totals, previous } = await analyticsOf(later, '?days=10000')
    expect([totals.visits, previous.visits]).toEqual([0, 1])
    expect(['visitors' in totals, 'visitors' in previous]).toEqual(Array(2).fill(defaultPlan !== 'free'))
    expect((await analyticsOf(later, '?days=1')).previous.visits).toBe(0)
  })
})

test('empty days are included, and a period is compared with the previous one', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, visit, analyticsOf } = createVisits(own)
  const first = await aTarget()
  const token = await createBuilders(own).aSession(first.owner)
  const target = { ...first, owner: { ...first.owner, token } }
  const regular = anIp()
  for (const guests of [2, 0, 3, 1]) {
    await visit(bySlug, target, { from: regular })
    for (let n = 0; n < guests; n++) await visit(bySlug, target)
    await visit(byImage, target)
    await analyticsOf(target)
    own.clock.advance(day)
  }
  const { days, totals, previous } = await analyticsOf(target, '?days=3')
  const dateAgo = (count: number) => new Date(own.clock.now().getTime() - count * day).toISOString().slice(0, 10)
  expect(days).toEqual([
    { date: dateAgo(2), visits: 4, visitors: 4, imageViews: 1, downloads: 0 },
    { date: dateAgo(1), visits: 2, visitors: 2, imageViews: 1, downloads: 0 },
    { date: dateAgo(0), visits: 0, visitors: 0, imageViews: 0, downloads: 0 },
  ])
  expect(totals).toEqual({ visits: 6, visitors: 6, imageViews: 2, downloads: 0 })
  expect(previous).toEqual({ visits: 4, visitors: 4, imageViews: 2, downloads: 0 })
})

test('returning after half an hour on the same day counts as two visits and one visitor', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, visit, analyticsOf } = createVisits(own)
  const first = await aTarget()
  // Advance to early morning, so both visits are on the same day. The session may have expired by then.
  own.clock.advance(day - (own.clock.now().getTime() % day) + 3_600_000)
  const token = await createBuilders(own).aSession(first.owner)
  const target = { ...first, owner: { ...first.owner, token } }
  const from = anIp()
  await visit(bySlug, target, { from })
  await analyticsOf(target)
  own.clock.advance(31 * 60_000)
  await visit(bySlug, target, { from })
  const { totals } = await analyticsOf(target)
  expect(totals).toMatchObject({ visits: 2, visitors: 1 })
})

test('days follow the requested time zone', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, visit, analyticsOf } = createVisits(own)
  const first = await aTarget()
  const token = await createBuilders(own).aSession(first.owner)
  const target = { ...first, owner: { ...first.owner, token } }
  const now = own.clock.now().getTime()
  const midnight = now - (now % day) + 2 * day
  own.clock.advance(midnight - 90 * 60_000 - now)
  await visit(bySlug, target)
  await analyticsOf(target)
  own.clock.advance(60 * 60_000)
  for (let n = 0; n < 2; n++) await visit(bySlug, target)
  const visitsIn = async (tz: string) =>
    (await analyticsOf(target, `?days=2&tz=${tz}`)).days.map(({ date, visits }: { date: string; visits: number }) => [
      date,
      visits,
    ])
  const dates = [-2, -1, 0].map((count) => new Date(midnight + count * day).toISOString().slice(0, 10))
  expect(await visitsIn('UTC')).toEqual([
    [dates[0], 0],
    [dates[1], 3],
  ])
  // In a time zone one hour ahead of UTC, the last two visits are on the next day.
  expect(await visitsIn('Etc/GMT-1')).toEqual([
    [dates[1], 1],
    [dates[2], 2],
  ])
  expect(await visitsIn('Etc/GMT-2')).toEqual([
    [dates[1], 0],
    [dates[2], 3],
  ])
  expect(await visitsIn('America/New_York')).toEqual([
    [dates[0], 0],
    [dates[1], 3],
  ])
})

test.each([
  ['?days=0', { days: 'Days must be at least 1' }],
  ['?days=soon', { days: 'Days must be a number' }],
  ['?tz=Nowhere', { tz: 'Unknown time zone. Use a name such as Europe/Berlin.' }],
])('the query %s is rejected with a message for the field', async (query, fields) => {
  const { owner, _id } = await createBuilders(server).aLink()
  for (const path of ['/api/analytics', `/api/links/${_id}/analytics`, `/api/links/${_id}/analytics.csv`]) {
    const { status, body } = await server.get(path + query, { token: owner.token })
    expect({ status, code: body.code, fields: body.fields }).toEqual({ status: 400, code: 'VALIDATION_FAILED', fields })
  }
})

test('a new account sees zeros', async () => {
  const { token } = await createBuilders(server).aUser()
  const analytics = await visits.allAnalytics({ token }, '?days=7')
  expect(getAnalytics.schema.response[200].parse({ success: true, data: analytics }).data).toEqual(analytics)
  expect(analytics).toMatchObject({ totals: { visits: 0 }, images: [], referrers: [], devices: [] })
  expect(analytics.days).toHaveLength(7)
})
