import type { RateLimits } from './rate-limits.ts'

/** Below 1, so the timer of the node that ran last can't fire just before the lock ends. */
const share = 0.9

export type SharedJobs = ReturnType<typeof createSharedJobs>

/**
 * For jobs that every node schedules but only one has to run: the first node runs the job, and the others skip it for
 * that period. If there's only one node, it always runs the job.
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
