import { setTimeout as delay } from 'node:timers/promises'

const bytesPerMs = 1000
const backOffMs = 50

type Options = {
  maxTries?: number
  /** How much is sent: large bodies get a second per megabyte more. */
  bytes?: number
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Retries with exponential back-off under one timeout. The SDK retries nothing that has a stream for a body and has no
 * timeout for a whole request, so both are done here: `work` builds its request anew each time and passes `deadline.signal`
 * on. All tries share the timeout: a server that fails is asked again, one that hangs is not, since the caller has waited
 * long enough.
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
    const timer = setTimeout(() => deadline.abort(new Error(`No answer within ${allowedMs} ms`)), allowedMs)
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

/** Without a status there was no answer at all: refused or reset. */
function isRetryable(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  return status === undefined || status >= 500 || status === 429 || status === 408
}
