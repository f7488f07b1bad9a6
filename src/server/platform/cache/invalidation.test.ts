import { beforeEach, expect, test } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { createInvalidation } from './invalidation.ts'

let clock: ReturnType<typeof createStoppedClock>
beforeEach(() => {
  clock = createStoppedClock()
})

const pass = (milliseconds: number) => clock.advance(milliseconds)

test('what was read just now is fresh, as long as nothing happens', () => {
  const invalidation = createInvalidation(clock)
  const readAt = clock.monotonicMs()
  expect([invalidation.isFresh('a', readAt), invalidation.isUnchanged('a', readAt)]).toEqual([true, true])
})

test('it is fresh for well under a second, since another node may have changed it', () => {
  const invalidation = createInvalidation(clock)
  const readAt = clock.monotonicMs()
  pass(500)
  expect(invalidation.isFresh('a', readAt)).toBe(true)
  pass(200)
  expect([invalidation.isFresh('a', readAt), invalidation.isUnchanged('a', readAt)]).toEqual([false, true])
})

test('before that it is aging: time to read it again', () => {
  const invalidation = createInvalidation(clock)
  const readAt = clock.monotonicMs()
  pass(200)
  expect(invalidation.isAging(readAt)).toBe(false)
  pass(100)
  expect([invalidation.isAging(readAt), invalidation.isFresh('a', readAt)]).toEqual([true, true])
})

test('a change makes old what was read before or as it happened, and only of that link', () => {
  const invalidation = createInvalidation(clock)
  const readAt = clock.monotonicMs()
  invalidation.invalidate('a')
  expect([invalidation.isUnchanged('a', readAt), invalidation.isFresh('a', readAt)]).toEqual([false, false])
  expect([invalidation.isUnchanged('b', readAt), invalidation.isFresh('b', readAt)]).toEqual([true, true])
  pass(1)
  expect(invalidation.isFresh('a', clock.monotonicMs())).toBe(true)
})

test('when everything changes, all that was read before is old', () => {
  const invalidation = createInvalidation(clock)
  const readAt = clock.monotonicMs()
  invalidation.receive(undefined)
  expect([invalidation.isFresh('a', readAt), invalidation.isUnchanged('b', readAt)]).toEqual([false, false])
  pass(1)
  expect(invalidation.isFresh('a', clock.monotonicMs())).toBe(true)
})

test('a change is not forgotten while something read before it could still pass for fresh', () => {
  const invalidation = createInvalidation(clock)
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

test('a reading that took long is still told that the link changed meanwhile', () => {
  const invalidation = createInvalidation(clock)
  const readAt = clock.monotonicMs()
  pass(50)
  invalidation.invalidate('a')
  // A read can take any amount of time, and entries are pruned when other links change.
  for (let n = 0; n < 10; n++) {
    pass(500)
    invalidation.invalidate('other')
  }
  expect(invalidation.isUnchanged('a', readAt)).toBe(false)
})

test('what happens here is said to others, and what others say is not said again', () => {
  const invalidation = createInvalidation(clock)
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

test('a change that another node tells of makes old what was read before', () => {
  const invalidation = createInvalidation(clock)
  pass(10)
  const readAt = clock.monotonicMs()
  invalidation.receive('a')
  expect([invalidation.isFresh('a', readAt), invalidation.isFresh('b', readAt)]).toEqual([false, true])
  invalidation.receive('')
  expect(invalidation.isFresh('b', readAt)).toBe(false)
})

test('of many links at once another node hears in messages that the database can carry', () => {
  const [here, there] = [createInvalidation(clock), createInvalidation(clock)]
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
