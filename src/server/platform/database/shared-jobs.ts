import type { DatabaseRateLimiter } from './rate-limiter.ts'

/** A share below 1 ensures that the timer of the node that ran last doesn't fire just before the lock ends. */
const share = 0.9

export type SharedJobs = ReturnType<typeof createSharedJobs>

/**
 * Every node schedules these jobs, but only one has to run them. The first node runs a job, and the others skip it for
 * that period. If there's only one node, it always runs the job.
 */
export function createSharedJobs({ rateLimiter, isAlone }: { rateLimiter: DatabaseRateLimiter; isAlone: boolean }) {
  return {
    once(name: string, everyMs: number, run: () => Promise<unknown>) {
      if (isAlone) return run
      const turn = rateLimiter.define({ name: 'turn', limit: 1, windowMs: everyMs * share })
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
