import { setTimeout as delay } from 'node:timers/promises'

const bytesPerMs = 1000

type Options = {
  tries?: number
  /** How much is sent: large bodies get a second per megabyte more. */
  bytes?: number
  limitMs?: number
  /** For somebody who needs it no more. */
  signal?: AbortSignal
}

export type Attempt = <T>(work: (deadline: AbortController) => Promise<T>, options?: Options) => Promise<T>

/**
 * The SDK repeats nothing that has a stream for a body and has no limit on a whole attempt, so both are done here:
 * `work` builds its request anew each time and passes `deadline.signal` on. All tries share one limit: a server that fails
 * is asked again at once, one that hangs is not, since whoever waits has waited long enough.
 */
export function createAttempt(defaultLimitMs: number): Attempt {
  return async (work, { tries = 3, bytes = 0, limitMs = defaultLimitMs, signal } = {}) => {
    signal?.throwIfAborted()
    const deadline = new AbortController()
    const giveUp = () => deadline.abort(signal?.reason)
    signal?.addEventListener('abort', giveUp)
    const allowedMs = limitMs + bytes / bytesPerMs
    const timer = setTimeout(() => deadline.abort(new Error(`No answer within ${allowedMs} ms`)), allowedMs)
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work(deadline)
        } catch (error) {
          if (attempt >= tries || deadline.signal.aborted || !isWorthRepeating(error)) throw error
        }
        await delay(50 * 2 ** attempt * (1 + Math.random()), undefined, { signal: deadline.signal })
      }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}

/** Without a status there was no answer at all: refused or reset. */
function isWorthRepeating(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  return status === undefined || status >= 500 || status === 429 || status === 408
}
