// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useExpiry } from './use-expiry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = (expiresInMs: number) => {
  const refetch = vi.fn()
  renderHook(() => useExpiry(new Date(Date.now() + expiresInMs).toISOString(), refetch))
  return refetch
}

test('an open page is refetched when it expires, and then every minute', () => {
  const refetch = start(5000)
  vi.advanceTimersByTime(5000)
  expect(refetch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(refetch).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(refetch).toHaveBeenCalledTimes(2)
})

test('a page that expired while it was loading is refetched right away', () => {
  const refetch = start(-1000)
  vi.advanceTimersByTime(500)
  expect(refetch).toHaveBeenCalledOnce()
})
