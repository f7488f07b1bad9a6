import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { LazyPromise } from '../concurrency/lazy-promise.ts'
import { createInvalidation, maxAgeMs, refreshAfterMs } from './invalidation.ts'
import { batchMs, createRefreshAheadCache } from './refresh-ahead-cache.ts'

const noLinks = async () => []

let clock: ReturnType<typeof createStoppedClock>
beforeEach(() => {
  clock = createStoppedClock()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => clock.advance(milliseconds)

/** Counts reads, and delays them until `source.gate` resolves. Each key is also its link's ID. */
function arrange({ maxSize = 100 } = {}) {
  const invalidation = createInvalidation(clock, noLinks)
  const source = { value: 'first' as string | undefined, readings: 0, gate: Promise.resolve() }
  const fresh = createRefreshAheadCache<{ key: string; value: string }>({
    name: 'links',
    async read(key) {
      source.readings++
      const { value } = source
      await source.gate
      return value === undefined ? undefined : { key, value }
    },
    linkIdOf: ({ key }) => key,
    invalidation,
    clock,
    maxSize,
    sizeOf: ({ value }) => value.length,
  })
  const find = async (key = 'a') => (await fresh.find(key))?.value
  /** Returns the value if it can be had without a read. */
  const findReady = (key = 'a') => {
    const found = fresh.find(key)
    return found instanceof LazyPromise ? undefined : found?.value
  }
  return { invalidation, source, fresh, find, findReady }
}
const settle = () => {
  vi.advanceTimersByTime(batchMs)
  return new Promise((resolve) => setImmediate(resolve))
}

test('the first request reads, and later ones hit the cache', async () => {
  const { find, findReady, source } = arrange()
  expect(findReady()).toBeUndefined()
  expect(await find()).toBe('first')
  expect([findReady(), await find(), source.readings]).toEqual(['first', 'first', 1])
})

test('concurrent requests for the same key share one read', async () => {
  const { find, source } = arrange()
  expect(await Promise.all([find(), find(), find('b'), find()])).toEqual(Array(4).fill('first'))
  expect(source.readings).toBe(2)
})

test('a hot value is refreshed before it goes stale, without delaying requests', async () => {
  const { find, findReady, source } = arrange()
  await find()
  source.value = 'second'
  pass(refreshAfterMs + 1)
  expect([findReady(), findReady(), source.readings]).toEqual(['first', 'first', 1])
  await settle()
  expect([findReady(), source.readings]).toEqual(['second', 2])
})

test('values that age together are refreshed together', async () => {
  const { find, findReady, source } = arrange()
  await Promise.all([find('a'), find('b')])
  pass(refreshAfterMs + 1)
  findReady('a')
  vi.advanceTimersByTime(batchMs - 1)
  findReady('b')
  expect(source.readings).toBe(2)
  vi.advanceTimersByTime(1)
  expect(source.readings).toBe(4)
})

test("a value that's no longer requested goes stale", async () => {
  const { find, findReady, source } = arrange()
  await find()
  source.value = 'second'
  pass(maxAgeMs)
  expect([findReady(), source.readings]).toEqual([undefined, 1])
  expect(await find()).toBe('second')
})

test('a read starts when the result is awaited', async () => {
  const { fresh, source } = arrange()
  const found = fresh.find('a')
  expect(source.readings).toBe(0)
  expect((await found)?.value).toBe('first')
})

test("a change invalidates only that link's value, and the next request reads it again", async () => {
  const { find, findReady, invalidation, source } = arrange()
  await find()
  source.value = 'second'
  invalidation.invalidate('other')
  expect(findReady()).toBe('first')
  invalidation.invalidate('a')
  expect(findReady()).toBeUndefined()
  pass(1)
  expect(await find()).toBe('second')
})

test('a read that started before a change is repeated', async () => {
  const { find, findReady, invalidation, source } = arrange()
  const gate = Promise.withResolvers<void>()
  source.gate = gate.promise
  const early = find()
  pass(5)
  source.value = 'second'
  invalidation.invalidate('a')
  pass(5)
  const late = find()
  source.gate = Promise.resolve()
  gate.resolve()
  expect(await Promise.all([early, late])).toEqual(['second', 'second'])
  expect(findReady()).toBe('second')
})

test("missing values aren't cached", async () => {
  const { find, findReady, source } = arrange()
  await find()
  source.value = undefined
  pass(refreshAfterMs + 1)
  findReady()
  await settle()
  expect(findReady()).toBeUndefined()
  expect([await find(), await find(), source.readings]).toEqual([undefined, undefined, 4])
})

test('after a failed refresh, the old value is returned until it goes stale, then the error', async () => {
  const { find, findReady, source } = arrange()
  await find()
  source.gate = Promise.reject(new Error('no database'))
  pass(refreshAfterMs + 1)
  expect(findReady()).toBe('first')
  await settle()
  expect(findReady()).toBe('first')
  pass(maxAgeMs)
  expect(findReady()).toBeUndefined()
  await expect(find()).rejects.toThrow('no database')
  source.gate = Promise.resolve()
  expect(await find()).toBe('first')
})

test('above the maximum size, the least recently used value is dropped', async () => {
  const { find, findReady } = arrange({ maxSize: 12 })
  for (const key of ['a', 'b', 'c']) await find(key)
  expect(['a', 'b', 'c'].map((key) => findReady(key))).toEqual([undefined, 'first', 'first'])
})
