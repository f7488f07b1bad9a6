import { expect, it } from 'vitest'
import { createPacing } from './pacing.ts'

function createSample() {
  let now = 1000
  const { take } = createPacing({ clock: { monotonicMs: () => now }, atOnce: 2, everyMs: 10, longestMs: 35 })
  const pass = (ms: number) => {
    now += ms
  }
  return { take, pass }
}

it('allows a burst and then spaces out the other calls with the same key', () => {
  const { take } = createSample()
  expect([take('greedy'), take('greedy'), take('greedy'), take('greedy')]).toEqual([0, 0, 10, 20])
  expect(take('other')).toBe(0)
})

it('never returns a delay above the maximum', () => {
  const { take } = createSample()
  const waits = Array.from({ length: 100 }, () => take('greedy'))
  expect(Math.max(...waits)).toBe(35)
  expect(take('greedy')).toBe(35)
})

it('recovers during a pause', () => {
  const { take, pass } = createSample()
  for (let n = 0; n < 4; n++) take('greedy')
  pass(20)
  expect(take('greedy')).toBe(10)
  pass(1000)
  expect([take('greedy'), take('greedy'), take('greedy')]).toEqual([0, 0, 10])
})
