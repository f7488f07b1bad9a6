import type { Subscription } from '#shared/subscriptions.ts'
import { ApiError } from '#web/lib/api.ts'
import { sentenceOf } from '#web/lib/sentence.ts'

/** Where the verification of a checkout stands. */
export type Verification =
  | { step: 'verifying'; isRetrying: boolean }
  /** Shown until the next attempt begins. */
  | { step: 'failed'; sentence: string }
  | { step: 'still-in-progress'; sentence: string }
  | { step: 'verified' }
  /** There is nothing that could be verified. */
  | { step: 'refused'; sentence: string }
  /** On to the dashboard. */
  | { step: 'over' }

export type VerificationPorts = {
  verify: (signal: AbortSignal) => Promise<unknown>
  reload: (signal: AbortSignal) => Promise<Pick<Subscription, 'plan'>>
  /** The clock: resolves after so long, rejects when the signal ends it. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const maxAttempts = 2
const maxRetries = 5
const firstWaitMs = 2000
const waitGrowth = 1.5
const maxWaitMs = 10_000
/** How long a request may take, and how long the screen waits for an answer: the same, so one timer keeps both. */
const answerWithinMs = 15_000
const refetchAfterMs = 1000
const redirectAfterMs = 3000

type Failure = { sentence: string; isFinal: boolean }

/** No such checkout, or somebody else's: no payment is on its way that one could wait for. */
const isNotTheirs = (error: unknown) =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')

const isNetworkError = (error: unknown) => error instanceof ApiError && error.status === 0

/** Verifies until it is known how the checkout ended, telling each step. Answers with what stops it. */
export function startVerification({ verify, reload, wait }: VerificationPorts, show: (state: Verification) => void) {
  const stopping = new AbortController()
  const { signal } = stopping

  /** Nobody looks at a spinner for longer than this: without an answer the screen gives up and goes on. */
  async function inTime<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const answered = new AbortController()
    const either = AbortSignal.any([signal, answered.signal])
    const giveUp = async () => {
      await wait(answerWithinMs, either)
      show({ step: 'over' })
      stopping.abort()
      throw signal.reason
    }
    try {
      return await Promise.race([request(either), giveUp()])
    } finally {
      answered.abort()
    }
  }

  /** One attempt with its retries; answers with why it failed. */
  async function findFailure(): Promise<Failure | undefined> {
    for (let retries = 0; ; retries += 1) {
      try {
        await inTime(verify)
        return undefined
      } catch (error) {
        signal.throwIfAborted()
        if (!isNetworkError(error)) {
          return { sentence: sentenceOf(error, 'Failed to verify subscription'), isFinal: isNotTheirs(error) }
        }
        if (retries === maxRetries) break
        show({ step: 'verifying', isRetrying: true })
        await wait(Math.min(firstWaitMs * waitGrowth ** retries, maxWaitMs), signal)
      }
    }
    // It may have been paid all the same: the provider tells the server by itself.
    const subscription = await inTime(reload).catch(() => undefined)
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
      if (failure === undefined) return celebrate()
      const { sentence, isFinal } = failure
      if (isFinal) return show({ step: 'refused', sentence })
      if (attempt === maxAttempts) return show({ step: 'still-in-progress', sentence })
      show({ step: 'failed', sentence })
      await Promise.all([inTime(reload).catch(() => undefined), wait(firstWaitMs, signal)])
      signal.throwIfAborted()
    }
  }

  async function celebrate() {
    show({ step: 'verified' })
    await wait(refetchAfterMs, signal)
    reload(signal).catch(() => undefined)
    await wait(redirectAfterMs - refetchAfterMs, signal)
    show({ step: 'over' })
  }

  run().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => stopping.abort()
}

/** Resolves after so long; ended by the signal, it rejects at once. */
export const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
