import { ApiError } from '#web/lib/api.ts'

const maxTries = 20
const pauseMs = 3000
/** Status 0 is a network error. */
const transientStatuses = new Set([0, 408, 429, 502, 503, 504])

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
