import { setTimeout as delay } from 'node:timers/promises'

const bytesPerMs = 1000

export type Attempt = <T>(
  work: (deadline: AbortController) => Promise<T>,
  options?: { tries?: number; bytes?: number },
) => Promise<T>

/**
 * The SDK repeats nothing that has a stream for a body and has no limit on a whole attempt, so both are done here:
 * `work` builds its request anew each time and passes `deadline.signal` on. Large bodies get a second per megabyte more.
 */
export function createAttempt(attemptMs: number): Attempt {
  return async (work, { tries = 3, bytes = 0 } = {}) => {
    for (let attempt = 1; ; attempt++) {
      const deadline = new AbortController()
      const limitMs = attemptMs + bytes / bytesPerMs
      const timer = setTimeout(() => deadline.abort(new Error(`No answer within ${limitMs} ms`)), limitMs)
      try {
        return await work(deadline)
      } catch (error) {
        if (attempt >= tries || !isWorthRepeating(error)) throw error
      } finally {
        clearTimeout(timer)
      }
      await delay(50 * 2 ** attempt * (1 + Math.random()))
    }
  }
}

/** Without a status there was no answer at all: refused, reset or timed out. */
function isWorthRepeating(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  return status === undefined || status >= 500 || status === 429 || status === 408
}
