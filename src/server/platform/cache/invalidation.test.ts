import { beforeEach, expect, test } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { createInvalidation } from './invalidation.ts'

const noLinks = async () => []

let clock: ReturnType<typeof createStoppedClock>
beforeEach(() => {
  clock = createStoppedClock()
})

const pass = (milliseconds: number) => clock.advance(milliseconds)

test('a value is fresh right after the read', () => {
  const invalidation = createInvalidation(clock, noLinks)
  const readAt = clock.monotonicMs()
  expect([invalidation.isFresh('a', readAt), invalidation.isUnchanged('a', readAt)]).toEqual([true, true])
})

test('a value is fresh for 500 ms, but not for 700 ms', () => {
  const invalidation = createInvalidation(clock, noLinks)
  const readAt = clock.monotonicMs()
  pass(500)
  expect(invalidation.isFresh('a', readAt)).toBe(true)
  pass(200)
  expect([invalidation.isFresh('a', readAt), invalidation.isUnchanged('a', readAt)]).toEqual([false, true])
})

test('a value is aging before it goes stale', () => {
  const invalidation = createInvalidation(clock, noLinks)
  const readAt = clock.monotonicMs()
  pass(200)
  expect(invalidation.isAging(readAt)).toBe(false)
  pass(100)
  expect([invalidation.isAging(readAt), invalidation.isFresh('a', readAt)]).toEqual([true, true])
})

test('a change invalidates earlier reads of that link only', () => {
  const invalidation = createInvalidation(clock, noLinks)
  const readAt = clock.monotonicMs()
  invalidation.invalidate('a')
  expect([invalidation.isUnchanged('a', readAt), invalidation.isFresh('a', readAt)]).toEqual([false, false])
  expect([invalidation.isUnchanged('b', readAt), invalidation.isFresh('b', readAt)]).toEqual([true, true])
  pass(1)
  expect(invalidation.isFresh('a', clock.monotonicMs())).toBe(true)
})

test('a message without link IDs invalidates all earlier reads', () => {
  const invalidation = createInvalidation(clock, noLinks)
  const readAt = clock.monotonicMs()
  invalidation.receive(undefined)
  expect([invalidation.isFresh('a', readAt), invalidation.isUnchanged('b', readAt)]).toEqual([false, false])
  pass(1)
  expect(invalidation.isFresh('a', clock.monotonicMs())).toBe(true)
})

test('earlier reads stay stale while other links change', () => {
  const invalidation = createInvalidation(clock, noLinks)
  for (let n = 0; n < 200; n++) {
    const readAt = clock.monotonicMs()
    invalidation.invalidate('a')
    for (let step = 0; step < 5; step++) {
      pass(90)
      invalidation.invalidate(`other-${n}-${step}`)
      expect(invalidation.isFresh('a', readAt)).toBe(false)
    }
  }
})

test('a change during a slow read invalidates the read', () => {
  const invalidation = createInvalidation(clock, noLinks)
  const readAt = clock.monotonicMs()
  pass(50)
  invalidation.invalidate('a')
  // Changes to other links prune old entries, but not this one while the read may still be running.
  for (let n = 0; n < 10; n++) {
    pass(500)
    invalidation.invalidate('other')
  }
  expect(invalidation.isUnchanged('a', readAt)).toBe(false)
})

test("local changes are published, and received ones aren't", () => {
  const invalidation = createInvalidation(clock, noLinks)
  const said: string[] = []
  invalidation.invalidate('before anybody listens')
  invalidation.publishWith((linkIds) => said.push(linkIds))
  invalidation.invalidate('a')
  invalidation.invalidateEach(['c', 'd'])
  invalidation.invalidateEach([])
  invalidation.receive('b')
  invalidation.receive(undefined)

  expect(said).toEqual(['a', 'c d'])
})

test('a change on another node invalidates earlier reads', () => {
  const invalidation = createInvalidation(clock, noLinks)
  pass(10)
  const readAt = clock.monotonicMs()
  invalidation.receive('a')
  expect([invalidation.isFresh('a', readAt), invalidation.isFresh('b', readAt)]).toEqual([false, true])
  invalidation.receive('')
  expect(invalidation.isFresh('b', readAt)).toBe(false)
})

test("an owner's change invalidates all their links, and only those", async () => {
  const linksOf: Record<string, string[]> = { ann: ['a', 'b'], ben: ['c'] }
  const invalidation = createInvalidation(clock, async (ownerId) => linksOf[ownerId] ?? [])
  pass(10)
  const readAt = clock.monotonicMs()
  await invalidation.invalidateOwner('ann')
  expect(['a', 'b', 'c'].map((id) => invalidation.isUnchanged(id, readAt))).toEqual([false, false, true])
})

test("many changed links are split into messages that fit the database's limit", () => {
  const [here, there] = [createInvalidation(clock, noLinks), createInvalidation(clock, noLinks)]
  const linkIds = Array.from({ length: 1001 }, (_, n) => `link-with-a-long-id-${n}`)
  const sizes: number[] = []
  here.publishWith((text) => {
    sizes.push(Buffer.byteLength(text))
    there.receive(text)
  })
  const readAt = clock.monotonicMs()
  here.invalidateEach(linkIds)

  expect(Math.max(...sizes)).toBeLessThan(8000)
  expect(linkIds.filter((id) => there.isFresh(id, readAt) || here.isFresh(id, readAt))).toEqual([])
  expect(there.isFresh('another', readAt)).toBe(true)
})
