import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const late = () => new Error('No response in time')

test('a result or an error in time is passed on, and the timer is cleared', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1000, late)).toBe('done')
  await expect(withTimeout(Promise.reject(new Error('broken')), 1000, late)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('slow work rejects with the given error', async () => {
  const work = Promise.withResolvers<string>()
  const refusal = expect(withTimeout(work.promise, 1000, late)).rejects.toThrow('No response in time')
  await vi.advanceTimersByTimeAsync(1000)
  await refusal
  // A rejection after the timeout must not crash the process.
  work.reject(new Error('too late'))
  await vi.advanceTimersByTimeAsync(0)
})
