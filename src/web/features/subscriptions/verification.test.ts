import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PlanId } from '#shared/plans.ts'
import { ApiError } from '#web/lib/api.ts'
import { startVerification, type Verification, wait } from './verification.ts'

const verify = vi.fn<(signal: AbortSignal) => Promise<unknown>>()
const reload = vi.fn<(signal: AbortSignal) => Promise<{ plan: PlanId }>>()
let shown: Verification[] = []
let stop = () => {}

const begin = () => {
  stop = startVerification({ verify, reload, wait }, (state) => shown.push(state))
  return pass(0)
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const now = () => shown.at(-1)
const never = () => new Promise<never>(() => {})
const lost = new ApiError(0, { code: 'UNREACHABLE', message: "Couldn't reach the server." })
const unpaid = new ApiError(400, { code: 'VALIDATION_FAILED', message: "This checkout hasn't been paid yet." })

const verifying = { step: 'verifying', isRetrying: false }
const retrying = { step: 'verifying', isRetrying: true }
const over = { step: 'over', isVerified: true }
const timedOut = { step: 'over', isVerified: false }

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  verify.mockReset().mockResolvedValue({})
  reload.mockReset().mockResolvedValue({ plan: 'free' })
})
afterEach(() => {
  stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('a paid checkout', () => {
  test('refetches the subscription after 1 s and opens the dashboard after 3 s', async () => {
    await begin()
    expect(shown).toEqual([verifying, { step: 'verified' }])
    await pass(999)
    expect(reload).not.toHaveBeenCalled()
    await pass(1)
    expect(reload).toHaveBeenCalledOnce()
    await pass(1999)
    expect(now()).toEqual({ step: 'verified' })
    await pass(1)
    expect(now()).toEqual(over)
    expect(verify).toHaveBeenCalledOnce()
  })

  test('opens the dashboard even if the refetch fails', async () => {
    reload.mockRejectedValue(lost)
    await begin()
    await pass(3000)
    expect(now()).toEqual(over)
  })
})

describe('network errors', () => {
  test('are retried 5 times, after 2, 3, 4.5, 6.75 and 10 s', async () => {
    verify.mockRejectedValue(lost)
    await begin()
    expect(now()).toEqual(retrying)
    for (const [index, ms] of [2000, 3000, 4500, 6750, 10_000].entries()) {
      await pass(ms - 1)
      expect(verify).toHaveBeenCalledTimes(index + 1)
      await pass(1)
      expect(verify).toHaveBeenCalledTimes(index + 2)
    }
    expect(reload).toHaveBeenCalled()
  })

  test('end when a retry succeeds', async () => {
    verify.mockRejectedValueOnce(lost)
    await begin()
    await pass(2000)
    expect(shown).toEqual([verifying, retrying, { step: 'verified' }])
  })

  test('count as success after all retries if the plan is paid', async () => {
    verify.mockRejectedValue(lost)
    reload.mockResolvedValue({ plan: 'plus' })
    await begin()
    await pass(26_250)
    expect(now()).toEqual({ step: 'verified' })
    expect(verify).toHaveBeenCalledTimes(6)
  })

  test.each([
    ['Free', () => Promise.resolve({ plan: 'free' as const })],
    ['unknown', () => Promise.reject(lost)],
  ])('count as a failed attempt after all retries if the plan is %s', async (_plan, answer) => {
    verify.mockRejectedValue(lost)
    reload.mockImplementation(answer)
    await begin()
    await pass(26_250)
    expect(now()).toEqual({ step: 'failed', sentence: 'Failed to verify your subscription. Please contact support.' })
  })
})

describe('server errors', () => {
  test('are shown, followed by a refetch and a second attempt', async () => {
    verify.mockRejectedValueOnce(unpaid)
    await begin()
    expect(now()).toEqual({ step: 'failed', sentence: "This checkout hasn't been paid yet." })
    expect(reload).toHaveBeenCalledOnce()
    await pass(1999)
    expect(verify).toHaveBeenCalledOnce()
    await pass(1)
    expect(shown.slice(2)).toEqual([verifying, { step: 'verified' }])
  })

  test('show the payment as still in progress after two failed attempts', async () => {
    verify.mockRejectedValue(unpaid)
    await begin()
    await pass(2000)
    expect(now()).toEqual({ step: 'still-in-progress', sentence: "This checkout hasn't been paid yet." })
    await pass(60_000)
    expect(verify).toHaveBeenCalledTimes(2)
    expect(now()).toMatchObject({ step: 'still-in-progress' })
  })

  test.each([
    ['NOT_FOUND', 404, "This checkout doesn't exist."],
    ['FORBIDDEN', 403, 'This checkout belongs to someone else.'],
  ] as const)('are final and not retried for %s', async (code, status, message) => {
    verify.mockRejectedValue(new ApiError(status, { code, message }))
    await begin()
    expect(now()).toEqual({ step: 'refused', sentence: message })
    await pass(60_000)
    expect(verify).toHaveBeenCalledOnce()
    expect(now()).toEqual({ step: 'refused', sentence: message })
  })

  test('show the fallback if the response is unreadable', async () => {
    verify.mockRejectedValueOnce(new ApiError(502, { code: 'UNREADABLE', message: 'Makes no sense' }))
    await begin()
    expect(now()).toEqual({ step: 'failed', sentence: 'Failed to verify subscription' })
  })
})

describe('timeouts', () => {
  test('abort the request after 15 s and open the dashboard', async () => {
    verify.mockImplementation(never)
    await begin()
    await pass(14_999)
    expect(now()).toEqual(verifying)
    expect(verify.mock.lastCall?.[0].aborted).toBe(false)
    await pass(1)
    expect(now()).toEqual(timedOut)
    expect(verify.mock.lastCall?.[0].aborted).toBe(true)
    await pass(60_000)
    expect(verify).toHaveBeenCalledOnce()
  })

  test('apply to each request and exclude the pauses in between', async () => {
    verify.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
    verify.mockImplementation(never)
    await begin()
    await pass(9500 + 14_999)
    expect(verify).toHaveBeenCalledTimes(4)
    expect(now()).toEqual(retrying)
    await pass(1)
    expect(now()).toEqual(timedOut)
  })

  test('allow another 15 s for the second attempt', async () => {
    verify.mockRejectedValueOnce(unpaid).mockImplementation(never)
    await begin()
    await pass(2000 + 14_999)
    expect(now()).toEqual(verifying)
    await pass(1)
    expect(now()).toEqual(timedOut)
  })

  test('also apply to the refetch', async () => {
    verify.mockRejectedValue(unpaid)
    reload.mockImplementation(never)
    await begin()
    await pass(15_000)
    expect(now()).toEqual(timedOut)
  })
})

test.each([
  ['during a request', never, 0],
  ['during a wait', () => Promise.reject(lost), 1000],
])('verification does nothing more after it is stopped %s', async (_when, answer, ms) => {
  verify.mockImplementation(answer)
  await begin()
  await pass(ms)
  const before = shown.length
  stop()
  await pass(60_000)
  expect(shown).toHaveLength(before)
  expect(verify).toHaveBeenCalledOnce()
})
