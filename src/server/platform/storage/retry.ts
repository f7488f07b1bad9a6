import { setTimeout as delay } from 'node:timers/promises'

const bytesPerMs = 1000
const backOffMs = 50

type Options = {
  maxTries?: number
  /** The size of the body. The timeout is extended by a second per megabyte. */
  bytes?: number
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Retries with exponential backoff under one timeout. The SDK doesn't retry requests with a stream body and has no
 * timeout for a whole request, so we do both here. `work` has to build its request each time and pass on
 * `deadline.signal`. All attempts share the timeout, so a request that fails is retried, but one that hangs isn't.
 */
export function createRetry(defaultTimeoutMs: number) {
  return async function withRetries<T>(
    work: (deadline: AbortController) => Promise<T>,
    { maxTries = 3, bytes = 0, timeoutMs = defaultTimeoutMs, signal }: Options = {},
  ): Promise<T> {
    signal?.throwIfAborted()
    const deadline = new AbortController()
    const abort = () => deadline.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    const allowedMs = timeoutMs + bytes / bytesPerMs
    const timer = setTimeout(() => deadline.abort(new Error(`No response within ${allowedMs} ms`)), allowedMs)
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await work(deadline)
        } catch (error) {
          if (tries >= maxTries || deadline.signal.aborted || !isRetryable(error)) throw error
        }
        await delay(backOffMs * 2 ** tries * (1 + Math.random()), undefined, { signal: deadline.signal })
      }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}

/** An error without a status means that the connection was refused or reset. */
function isRetryable(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  return status === undefined || status >= 500 || status === 429 || status === 408
}
