import { expect, it } from 'vitest'
import { createLeakyBucket } from './leaky-bucket.ts'

function createSample(options: { capacityMs?: number; maxOverflowMs?: number } = {}) {
  let now = 1000
  const bucket = createLeakyBucket({ clock: { monotonicMs: () => now }, capacityMs: 20, ...options })
  const pass = (ms: number) => {
    now += ms
  }
  return { ...bucket, pass }
}

it('overflows above its capacity, for each key separately', () => {
  const { add, overflowMs } = createSample()
  expect([add('greedy', 10), add('greedy', 10), add('greedy', 10), add('greedy', 10)]).toEqual([0, 0, 10, 20])
  expect(overflowMs('greedy')).toBe(20)
  expect(overflowMs('other')).toBe(0)
  expect(add('other', 10)).toBe(0)
})

it('never overflows by more than the maximum', () => {
  const { add } = createSample({ maxOverflowMs: 35 })
  const overflows = Array.from({ length: 100 }, () => add('greedy', 10))
  expect(Math.max(...overflows)).toBe(35)
  expect(add('greedy', 10)).toBe(35)
})

it('drains over time', () => {
  const { add, overflowMs, pass } = createSample()
  add('greedy', 40)
  pass(19)
  expect(overflowMs('greedy')).toBe(1)
  pass(1)
  expect(overflowMs('greedy')).toBe(0)
  expect(add('greedy', 10)).toBe(10)
  pass(1000)
  expect([add('greedy', 10), add('greedy', 10), add('greedy', 10)]).toEqual([0, 0, 10])
})

it('remembers a limited number of keys', () => {
  const { add, overflowMs } = createSample()
  add('first', 100)
  for (let n = 0; n < 10_000; n++) add(`key ${n}`, 100)
  expect([overflowMs('first'), overflowMs('key 0')]).toEqual([0, 80])
})
