import { expect, it } from 'vitest'
import { createWasteLimiter, TooMuchWaste } from './waste-limiter.ts'

function createSample() {
  let now = 0
  const wasted = createWasteLimiter({ clock: { monotonicMs: () => now }, allowedMs: 2000, forgiven: 0.1 })
  const pass = (ms: number) => {
    now += ms
  }
  return { wasted, pass }
}

it('allows some waste per key, then rejects that key only', () => {
  const { wasted } = createSample()
  wasted.add('greedy', 2000)
  wasted.requireBelowLimit('greedy')
  wasted.add('greedy', 1)
  expect(() => wasted.requireBelowLimit('greedy')).toThrow(TooMuchWaste)
  wasted.requireBelowLimit('other')
})

it('reports when the key will be allowed again, and allows it then', () => {
  const { wasted, pass } = createSample()
  wasted.add('greedy', 2550)
  expect(() => wasted.requireBelowLimit('greedy')).toThrow(expect.objectContaining({ retryAfterSeconds: 6 }))
  pass(5000)
  expect(() => wasted.requireBelowLimit('greedy')).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }))
  pass(500)
  wasted.requireBelowLimit('greedy')
})

it('eventually forgives everything', () => {
  const { wasted, pass } = createSample()
  wasted.add('greedy', 2000)
  pass(20_000)
  wasted.add('greedy', 2000)
  wasted.requireBelowLimit('greedy')
})
