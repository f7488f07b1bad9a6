import { expect, it } from 'vitest'
import { createWastedTime, TooMuchWasted } from './wasted-time.ts'

function createSample() {
  let now = 0
  const wasted = createWastedTime({ clock: { monotonicMs: () => now }, allowedMs: 2000, forgiven: 0.1 })
  const pass = (ms: number) => {
    now += ms
  }
  return { wasted, pass }
}

it('lets a key waste what is allowed, and turns it alone away for more', () => {
  const { wasted } = createSample()
  wasted.add('greedy', 2000)
  wasted.requireLittle('greedy')
  wasted.add('greedy', 1)
  expect(() => wasted.requireLittle('greedy')).toThrow(TooMuchWasted)
  wasted.requireLittle('other')
})

it('says when enough will be forgiven, and forgives it then', () => {
  const { wasted, pass } = createSample()
  wasted.add('greedy', 2550)
  expect(() => wasted.requireLittle('greedy')).toThrow(expect.objectContaining({ retryAfterSeconds: 6 }))
  pass(5000)
  expect(() => wasted.requireLittle('greedy')).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }))
  pass(500)
  wasted.requireLittle('greedy')
})

it('forgives all of it in time, however much it was', () => {
  const { wasted, pass } = createSample()
  wasted.add('greedy', 2000)
  pass(20_000)
  wasted.add('greedy', 2000)
  wasted.requireLittle('greedy')
})
