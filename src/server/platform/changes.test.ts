import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChanges } from './changes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(10_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)

test('what was read just now is fresh, as long as nothing happens', () => {
  const changes = createChanges()
  const readAt = performance.now()
  expect([changes.isFresh('a', readAt), changes.isUnchanged('a', readAt)]).toEqual([true, true])
})

test('it is fresh for well under a second, since another node may have changed it', () => {
  const changes = createChanges()
  const readAt = performance.now()
  pass(500)
  expect(changes.isFresh('a', readAt)).toBe(true)
  pass(200)
  expect([changes.isFresh('a', readAt), changes.isUnchanged('a', readAt)]).toEqual([false, true])
})

test('before that it is aging: time to read it again', () => {
  const changes = createChanges()
  const readAt = performance.now()
  pass(200)
  expect(changes.isAging(readAt)).toBe(false)
  pass(100)
  expect([changes.isAging(readAt), changes.isFresh('a', readAt)]).toEqual([true, true])
})

test('a change makes old what was read before or as it happened, and only of that link', () => {
  const changes = createChanges()
  const readAt = performance.now()
  changes.link('a')
  expect([changes.isUnchanged('a', readAt), changes.isFresh('a', readAt)]).toEqual([false, false])
  expect([changes.isUnchanged('b', readAt), changes.isFresh('b', readAt)]).toEqual([true, true])
  pass(1)
  expect(changes.isFresh('a', performance.now())).toBe(true)
})

test('when everything changes, all that was read before is old', () => {
  const changes = createChanges()
  const readAt = performance.now()
  changes.everything()
  expect([changes.isFresh('a', readAt), changes.isUnchanged('b', readAt)]).toEqual([false, false])
  pass(1)
  expect(changes.isFresh('a', performance.now())).toBe(true)
})

test('a change is not forgotten while something read before it could still pass for fresh', () => {
  const changes = createChanges()
  for (let n = 0; n < 200; n++) {
    const readAt = performance.now()
    changes.link('a')
    for (let step = 0; step < 5; step++) {
      pass(90)
      changes.link(`other-${n}-${step}`)
      expect(changes.isFresh('a', readAt)).toBe(false)
    }
  }
})

test('a reading that took long is still told that the link changed meanwhile', () => {
  const changes = createChanges()
  const readAt = performance.now()
  pass(50)
  changes.link('a')
  // Nothing bounds how long a reading takes, and forgetting happens when other links change.
  for (let n = 0; n < 10; n++) {
    pass(500)
    changes.link('other')
  }
  expect(changes.isUnchanged('a', readAt)).toBe(false)
})

test('what happens here is said to others, and what others say is not said again', () => {
  const changes = createChanges()
  const said: string[] = []
  changes.link('before anybody listens')
  changes.sayWith((linkId) => said.push(linkId))
  changes.link('a')
  changes.everything()
  changes.hear('b')
  changes.hear(undefined)

  expect(said).toEqual(['a', ''])
})

test('a change that another node tells of makes old what was read before', () => {
  const changes = createChanges()
  pass(10)
  const readAt = performance.now()
  changes.hear('a')
  expect([changes.isFresh('a', readAt), changes.isFresh('b', readAt)]).toEqual([false, true])
  changes.hear('')
  expect(changes.isFresh('b', readAt)).toBe(false)
})
