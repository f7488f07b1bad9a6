import type { RateLimits } from './rate-limits.ts'

/** Less than the whole time: the timer of whoever had the last turn must not come a moment too early for the next. */
const share = 0.9

export type SharedJobs = ReturnType<typeof createSharedJobs>

/**
 * Work that every node would do from time to time and that is needed once: the first to come does it for all, and the
 * others leave it until the time is over. A node that is alone does it whenever it comes.
 */
export function createSharedJobs({ rateLimits, isAlone }: { rateLimits: RateLimits; isAlone: boolean }) {
  return {
    once(name: string, everyMs: number, run: () => Promise<unknown>) {
      if (isAlone) return run
      const turn = rateLimits.define({ name: 'turn', limit: 1, windowMs: everyMs * share })
      return async () => {
        if ((await turn.take(name)).retryAfterSeconds > 0) return
        try {
          await run()
        } catch (error) {
          await turn.giveBack(name)
          throw error
        }
      }
    },
  }
}
