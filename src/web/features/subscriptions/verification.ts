import type { Subscription } from '#shared/subscriptions.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'

export type Verification =
  | { step: 'verifying'; isRetrying: boolean }
  /** This attempt failed. The error is shown until the next attempt. */
  | { step: 'failed'; sentence: string }
  | { step: 'still-in-progress'; sentence: string }
  | { step: 'verified' }
  /** Verification is impossible, and retrying won't help. */
  | { step: 'refused'; sentence: string }
  /** The screen redirects to the dashboard. */
  | { step: 'over'; isVerified: boolean }

export type VerificationPorts = {
  verify: (signal: AbortSignal) => Promise<unknown>
  reload: (signal: AbortSignal) => Promise<Pick<Subscription, 'plan'>>
  /** Resolves after `ms`. Rejects if aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const maxAttempts = 2
const maxRetries = 5
const firstWaitMs = 2000
const waitGrowth = 1.5
const maxWaitMs = 10_000
/** The request timeout and the screen timeout are the same, so one timer handles both. */
const answerWithinMs = 15_000
const refetchAfterMs = 1000
const redirectAfterMs = 3000

type Failure = { sentence: string; isFinal: boolean }

/** The checkout doesn't exist or belongs to someone else, so there's no payment to wait for. */
const isWrongCheckout = (error: unknown) =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')

const isNetworkError = (error: unknown) => error instanceof ApiError && error.status === 0

/** Calls `show` for each step. Returns a function that stops the verification. */
export function startVerification({ verify, reload, wait }: VerificationPorts, show: (state: Verification) => void) {
  const stopping = new AbortController()
  const { signal } = stopping

  /** On timeout, stops the verification and redirects to the dashboard. */
  async function withTimeout<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const answered = new AbortController()
    const either = AbortSignal.any([signal, answered.signal])
    const giveUp = async () => {
      await wait(answerWithinMs, either)
      show({ step: 'over', isVerified: false })
      stopping.abort()
      throw signal.reason
    }
    try {
      return await Promise.race([request(either), giveUp()])
    } finally {
      answered.abort()
    }
  }

  /** Makes one attempt, including retries. Returns undefined on success. */
  async function findFailure(): Promise<Failure | undefined> {
    for (let retries = 0; ; retries += 1) {
      try {
        await withTimeout(verify)
        return undefined
      } catch (error) {
        signal.throwIfAborted()
        if (!isNetworkError(error)) {
          return { sentence: errorMessage(error, 'Failed to verify subscription'), isFinal: isWrongCheckout(error) }
        }
        if (retries === maxRetries) break
        show({ step: 'verifying', isRetrying: true })
        await wait(Math.min(firstWaitMs * waitGrowth ** retries, maxWaitMs), signal)
      }
    }
    // The plan may be paid anyway, because the payment provider also notifies the server directly.
    const subscription = await withTimeout(reload).catch(() => undefined)
    signal.throwIfAborted()
    const isPaid = subscription !== undefined && subscription.plan !== 'free'
    return isPaid
      ? undefined
      : { sentence: 'Failed to verify your subscription. Please contact support.', isFinal: false }
  }

  async function run() {
    for (let attempt = 1; ; attempt += 1) {
      show({ step: 'verifying', isRetrying: false })
      const failure = await findFailure()
      if (failure === undefined) return finish()
      const { sentence, isFinal } = failure
      if (isFinal) return show({ step: 'refused', sentence })
      if (attempt === maxAttempts) return show({ step: 'still-in-progress', sentence })
      show({ step: 'failed', sentence })
      await Promise.all([withTimeout(reload).catch(() => undefined), wait(firstWaitMs, signal)])
      signal.throwIfAborted()
    }
  }

  async function finish() {
    show({ step: 'verified' })
    await wait(refetchAfterMs, signal)
    reload(signal).catch(() => undefined)
    await wait(redirectAfterMs - refetchAfterMs, signal)
    show({ step: 'over', isVerified: true })
  }

  run().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => stopping.abort()
}

export const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
