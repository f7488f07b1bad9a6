import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { days, hours, minutes } from './platform/clock.ts'
import { createRateLimitTable } from './platform/database/rate-limit-table.ts'
import type { DatabaseRateLimiter } from './platform/database/rate-limiter.ts'
import { rateLimitRows } from './rate-limits.ts'

function arrange(retryAfterSeconds = 0) {
  const limiter = {
    take: vi.fn(async (_key: string, _amount?: number) => ({ count: 1, retryAfterSeconds })),
    retryAfterSeconds: vi.fn(async (_key: string) => retryAfterSeconds),
    giveBack: vi.fn(async (_key: string) => undefined),
    forget: vi.fn(async (_key: string) => undefined),
  }
  const rateLimiter = { define: () => limiter } as unknown as DatabaseRateLimiter
  const clock = createStoppedClock()
  return { limiter, rateLimits: createRateLimitTable(rateLimitRows, { rateLimiter, clock }) }
}

test('the parts of a key are always in the same order, with the network last', async () => {
  const { limiter, rateLimits } = arrange()
  await rateLimits.unlock.take({ network: '2001:db8::/64', link: 'a-link' })
  await rateLimits.unlock.giveBack({ link: 'a-link', network: '2001:db8::/64' })
  expect(limiter.take).toHaveBeenCalledWith('a-link 2001:db8::/64', undefined)
  expect(limiter.giveBack).toHaveBeenCalledWith('a-link 2001:db8::/64')
})

test('beyond a limit, takeOrThrow throws an error with the sentence and the wait', async () => {
  const { rateLimits } = arrange(120)
  await expect(rateLimits.login.takeOrThrow({ account: 'ann@x.test', network: '10.0.0.1' })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many failed attempts. Try again in 2 minutes.',
    details: { retryAfterSeconds: 120 },
  })
  await expect(rateLimits.contactMessages.takeOrThrow({ network: '10.0.0.1' })).rejects.toThrow(
    'Too many messages from your network. Try again in an hour.',
  )
})

test('takeOrThrow counts the given amount', async () => {
  const { limiter, rateLimits } = arrange()
  await rateLimits.importedBytes.takeOrThrow({ account: 'ann' }, 5000)
  expect(limiter.take).toHaveBeenCalledWith('ann', 5000)
})

test('a key with a missing part is a compile error, and so is throwing without a sentence', () => {
  const { rateLimits } = arrange()
  expectTypeOf(rateLimits.unlock.take).parameter(0).toEqualTypeOf<Readonly<Record<'link' | 'network', string>>>()
  expectTypeOf(rateLimits.unlock).toHaveProperty('takeOrThrow')
  expectTypeOf(rateLimits.reports).not.toHaveProperty('takeOrThrow')
})

test('limits per node are counted in memory', () => {
  const { limiter, rateLimits } = arrange()
  for (let n = 0; n < 300; n++) expect(rateLimits.wrongSlugs.take({ network: '10.0.0.1' }).retryAfterSeconds).toBe(0)
  expect(rateLimits.wrongSlugs.take({ network: '10.0.0.1' }).retryAfterSeconds).toBe(900)
  expect(rateLimits.wrongSlugs.retryAfterSeconds({ network: '10.0.0.2' })).toBe(0)
  expect(limiter.take).not.toHaveBeenCalled()
})

const subjects = {
  account: 'account',
  email: 'email address',
  favorites: 'list of favorites',
  guest: 'guest',
  link: 'link',
  network: 'IP address',
  visitor: 'user or guest',
}
const windows = new Map([
  [minutes(10), 'in 10 minutes'],
  [minutes(15), 'in 15 minutes'],
  [hours(1), 'an hour'],
  [days(1), 'a day'],
])

test('docs/security.md lists every limit', () => {
  const security = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const table = /\| what we count \| limit \| per \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(security)?.[1]
  const rows = Object.values(rateLimitRows).map((row) => {
    const what = 'isPerNode' in row ? `${row.what}, on each node` : row.what
    const limit = `${row.limit.toLocaleString('en-US')} ${windows.get(row.windowMs)}`
    return `| ${what} | ${limit} | ${row.per.map((part) => subjects[part]).join(' and ')} |\n`
  })
  expect(table).toBe(rows.join(''))
})
