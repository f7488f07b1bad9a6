import { expect, test } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { minutes } from '../clock.ts'
import { createMemoryRateLimiter } from './rate-limiter.ts'

function arrange(limit = 3) {
  const clock = createStoppedClock()
  const limiter = createMemoryRateLimiter({ clock, limit, windowMs: minutes(15) })
  const take = (key: string) => limiter.take(key).retryAfterSeconds
  const record = (key: string, times: number) => {
    for (let i = 0; i < times; i++) take(key)
  }
  return { ...limiter, take, record, advance: clock.advance }
}

test('a key at its limit has to wait until the window ends', () => {
  const { record, retryAfterSeconds } = arrange()

  expect(retryAfterSeconds('ann')).toBe(0)
  record('ann', 2)
  expect(retryAfterSeconds('ann')).toBe(0)
  record('ann', 1)
  expect(retryAfterSeconds('ann')).toBe(900)
})

test('the wait gets shorter and ends with the window', () => {
  const { record, retryAfterSeconds, advance } = arrange()
  record('ann', 3)

  advance(minutes(14))
  expect(retryAfterSeconds('ann')).toBe(60)
  advance(59_001)
  expect(retryAfterSeconds('ann')).toBe(1)
  advance(998)
  expect(retryAfterSeconds('ann')).toBe(1)
  advance(1)
  expect(retryAfterSeconds('ann')).toBe(0)
})

test("more attempts don't extend the wait", () => {
  const { record, retryAfterSeconds, advance } = arrange()
  record('ann', 3)
  advance(minutes(10))
  record('ann', 100)

  expect(retryAfterSeconds('ann')).toBe(300)
  advance(minutes(5))
  expect(retryAfterSeconds('ann')).toBe(0)
})

test('a new window starts at zero', () => {
  const { record, retryAfterSeconds, advance } = arrange()
  record('ann', 3)
  advance(minutes(15))

  record('ann', 2)
  expect(retryAfterSeconds('ann')).toBe(0)
  record('ann', 1)
  expect(retryAfterSeconds('ann')).toBe(900)
})

test('keys are counted separately', () => {
  const { record, retryAfterSeconds } = arrange()
  record('ann', 3)
  record('__proto__', 2)

  expect(retryAfterSeconds('bob')).toBe(0)
  expect(retryAfterSeconds('__proto__')).toBe(0)
  expect(retryAfterSeconds('ann')).toBe(900)
})

test('above 50,000 keys, the least recently used are dropped', () => {
  const { record, retryAfterSeconds } = arrange(2)
  record('seen first', 2)
  record('seen again', 1)
  for (let i = 0; i < 49_998; i++) record(`key ${i}`, 2)
  record('seen again', 1)
  record('one too many', 2)

  expect(retryAfterSeconds('seen first')).toBe(0)
  expect(retryAfterSeconds('seen again')).toBe(900)
  expect(retryAfterSeconds('key 0')).toBe(900)
  expect(retryAfterSeconds('one too many')).toBe(900)
})

test('take counts up to the limit, then returns the wait without counting', () => {
  const { take, retryAfterSeconds, advance } = arrange()

  expect([take('ann'), take('ann'), take('ann')]).toEqual([0, 0, 0])
  expect(take('ann')).toBe(900)
  advance(minutes(10))
  expect(take('ann')).toBe(300)
  advance(minutes(5))
  expect(retryAfterSeconds('ann')).toBe(0)
  expect([take('ann'), take('ann'), take('ann'), take('ann')]).toEqual([0, 0, 0, 900])
})

test("a hundred concurrent calls can't exceed the limit", async () => {
  const { take } = arrange(7)
  const waits = await Promise.all(Array.from({ length: 100 }, async () => take('ann')))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
})

test('the networks in a /48 share three times the limit of a single network', () => {
  const { take } = arrange()
  const waits = Array.from({ length: 12 }, (_, n) => take(`2001:db8:1:${(n * 256).toString(16)}::/64`))
  expect(waits.map((wait) => wait > 0)).toEqual([...Array(9).fill(false), ...Array(3).fill(true)])
  expect(take('2001:db8:2:0::/64')).toBe(0)
})
