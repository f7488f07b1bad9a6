import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
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
  const fresh = createRefreshAheadCache<{ key: string; value: string; before: string | undefined }>({
    name: 'links',
    async read(key, before) {
      source.readings++
      const { value } = source
      await source.gate
      return value === undefined ? undefined : { key, value, before: before?.value }
    },
    linkIdOf: ({ key }) => key,
    invalidation,
    clock,
    maxSize,
    sizeOf: ({ value }) => value.length,
  })
  const find = async (key = 'a') => (await fresh.find(key))?.value
  const peek = (key = 'a') => fresh.peek(key)?.value
  return { invalidation, source, fresh, find, peek }
}
const settle = () => {
  vi.advanceTimersByTime(batchMs)
  return new Promise((resolve) => setImmediate(resolve))
}

test('the first request reads, and later ones hit the cache', async () => {
  const { find, peek, source } = arrange()
  expect(peek()).toBeUndefined()
  expect(await find()).toBe('first')
  expect([peek(), await find(), source.readings]).toEqual(['first', 'first', 1])
})

test('concurrent requests for the same key share one read', async () => {
  const { find, source } = arrange()
  expect(await Promise.all([find(), find(), find('b'), find()])).toEqual(Array(4).fill('first'))
  expect(source.readings).toBe(2)
})

test('a hot value is refreshed before it goes stale, without delaying requests', async () => {
  const { find, peek, source } = arrange()
  await find()
  source.value = 'second'
  pass(refreshAfterMs + 1)
  expect([peek(), peek(), source.readings]).toEqual(['first', 'first', 1])
  await settle()
  expect([peek(), source.readings]).toEqual(['second', 2])
})

test('values that age together are refreshed together', async () => {
  const { find, peek, source } = arrange()
  await Promise.all([find('a'), find('b')])
  pass(refreshAfterMs + 1)
  peek('a')
  vi.advanceTimersByTime(batchMs - 1)
  peek('b')
  expect(source.readings).toBe(2)
  vi.advanceTimersByTime(1)
  expect(source.readings).toBe(4)
})

test("a value that's no longer requested goes stale", async () => {
  const { find, peek, source } = arrange()
  await find()
  source.value = 'second'
  pass(maxAgeMs)
  expect([peek(), source.readings]).toEqual([undefined, 1])
  expect(await find()).toBe('second')
})

test('renew reads a stale value again, but not one that was never cached', async () => {
  const { fresh, find, source } = arrange()
  expect(fresh.renew('a')).toBeUndefined()
  await find()
  source.value = 'second'
  pass(maxAgeMs)
  expect((await fresh.renew('a'))?.value).toBe('second')
})

test("a change invalidates only that link's value, and the next request reads it again", async () => {
  const { find, peek, invalidation, source } = arrange()
  await find()
  source.value = 'second'
  invalidation.invalidate('other')
  expect(peek()).toBe('first')
  invalidation.invalidate('a')
  expect(peek()).toBeUndefined()
  pass(1)
  expect(await find()).toBe('second')
})

test('a read that started before a change is repeated', async () => {
  const { find, peek, invalidation, source } = arrange()
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
  expect(peek()).toBe('second')
})

test("missing values aren't cached", async () => {
  const { find, peek, source } = arrange()
  await find()
  source.value = undefined
  pass(refreshAfterMs + 1)
  peek()
  await settle()
  expect(peek()).toBeUndefined()
  expect([await find(), await find(), source.readings]).toEqual([undefined, undefined, 4])
})

test('a read receives the previous value', async () => {
  const { fresh, source } = arrange()
  expect((await fresh.find('a'))?.before).toBeUndefined()
  source.value = 'second'
  pass(maxAgeMs + 1)
  expect((await fresh.find('a'))?.before).toBe('first')
})

test('after a failed refresh, the old value is returned until it goes stale, then the error', async () => {
  const { find, peek, source } = arrange()
  await find()
  source.gate = Promise.reject(new Error('no database'))
  pass(refreshAfterMs + 1)
  expect(peek()).toBe('first')
  await settle()
  expect(peek()).toBe('first')
  pass(maxAgeMs)
  expect(peek()).toBeUndefined()
  await expect(find()).rejects.toThrow('no database')
  source.gate = Promise.resolve()
  expect(await find()).toBe('first')
})

test('above the maximum size, the least recently used value is dropped', async () => {
  const { find, peek } = arrange({ maxSize: 12 })
  for (const key of ['a', 'b', 'c']) await find(key)
  expect(['a', 'b', 'c'].map((key) => peek(key))).toEqual([undefined, 'first', 'first'])
})
