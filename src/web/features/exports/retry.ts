import { ApiError } from '#web/lib/api.ts'

const maxTries = 20
const pauseMs = 3000
/** Nobody answered, or somebody who is busy: the next try may be taken. */
const transientStatuses = new Set([0, 408, 429, 502, 503, 504])

/** Tries until it is taken, or refused for good. A refusal may say when the next try is due. */
export async function retryWhileBusy<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ApiError) || !transientStatuses.has(error.status) || tries === maxTries) throw error
      const { retryAfterMs } = error as { retryAfterMs?: number }
      await pause(retryAfterMs ?? pauseMs, signal)
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
