import { expect, test } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { minutes } from '../clock.ts'
import { createRateLimiter } from './rate-limiter.ts'

function arrange(limit = 3) {
  const clock = createStoppedClock()
  const limiter = createRateLimiter({ clock, limit, windowMs: minutes(15) })
  const record = (key: string, times: number) => {
    for (let i = 0; i < times; i++) limiter.record(key)
  }
  return { ...limiter, record, advance: clock.advance }
}

test('up to the limit a key may go on; then it waits for the end of its window', () => {
  const { record, retryAfterSeconds } = arrange()

  expect(retryAfterSeconds('ann')).toBe(0)
  record('ann', 2)
  expect(retryAfterSeconds('ann')).toBe(0)
  record('ann', 1)
  expect(retryAfterSeconds('ann')).toBe(900)
})

test('the wait shrinks with time and is over at the end of the window', () => {
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

test('trying again while waiting does not make the wait longer', () => {
  const { record, retryAfterSeconds, advance } = arrange()
  record('ann', 3)
  advance(minutes(10))
  record('ann', 100)

  expect(retryAfterSeconds('ann')).toBe(300)
  advance(minutes(5))
  expect(retryAfterSeconds('ann')).toBe(0)
})

test('a new window counts from nothing', () => {
  const { record, retryAfterSeconds, advance } = arrange()
  record('ann', 3)
  advance(minutes(15))

  record('ann', 2)
  expect(retryAfterSeconds('ann')).toBe(0)
  record('ann', 1)
  expect(retryAfterSeconds('ann')).toBe(900)
})

test('keys are counted apart', () => {
  const { record, retryAfterSeconds } = arrange()
  record('ann', 3)
  record('__proto__', 2)

  expect(retryAfterSeconds('bob')).toBe(0)
  expect(retryAfterSeconds('__proto__')).toBe(0)
  expect(retryAfterSeconds('ann')).toBe(900)
})

test('of more than 50,000 keys the ones seen longest ago are forgotten first', () => {
  const { record, retryAfterSeconds } = arrange(1)
  record('seen first', 1)
  record('seen again', 1)
  for (let i = 0; i < 49_998; i++) record(`key ${i}`, 1)
  expect(retryAfterSeconds('seen first')).toBe(900)

  record('seen again', 1)
  record('one too many', 1)

  expect(retryAfterSeconds('seen first')).toBe(0)
  expect(retryAfterSeconds('seen again')).toBe(900)
  expect(retryAfterSeconds('key 0')).toBe(900)
  expect(retryAfterSeconds('one too many')).toBe(900)
})

test('taking counts up to the limit, and then says how long to wait without counting on', () => {
  const { take, retryAfterSeconds, advance } = arrange()

  expect([take('ann'), take('ann'), take('ann')]).toEqual([0, 0, 0])
  expect(take('ann')).toBe(900)
  advance(minutes(10))
  expect(take('ann')).toBe(300)
  advance(minutes(5))
  expect(retryAfterSeconds('ann')).toBe(0)
  expect([take('ann'), take('ann'), take('ann'), take('ann')]).toEqual([0, 0, 0, 900])
})

test('of a hundred that ask in one breath, as many as allowed may go on', async () => {
  const { take } = arrange(7)
  const waits = await Promise.all(Array.from({ length: 100 }, async () => take('ann')))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(7)
})

test('the networks of one /48 together may go three times as far as one of them', () => {
  const { take } = arrange()
  const waits = Array.from({ length: 12 }, (_, n) => take(`2001:db8:1:${(n * 256).toString(16)}::/64`))
  expect(waits.map((wait) => wait > 0)).toEqual([...Array(9).fill(false), ...Array(3).fill(true)])
  expect(take('2001:db8:2:0::/64')).toBe(0)
})
