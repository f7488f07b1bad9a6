import { hours, minutes } from './platform/clock.ts'
import { createJob, type Log } from './platform/concurrency/job.ts'

type Run = () => Promise<unknown>

type Work = {
  /** Each clears away what nobody needs any more. */
  housekeeping: Run[]
  noteExpired: Run
  noteClosing: Run
  settleRenewals: Run
  log: Log
}

/** What is done from time to time, whoever asks for what. */
export function createBackgroundJobs({ housekeeping, noteExpired, noteClosing, settleRenewals, log }: Work) {
  const jobs = [
    createJob({
      name: 'housekeeping',
      everyMs: hours(1),
      run: () => Promise.all(housekeeping.map((clear) => clear())),
      log,
    }),
    createJob({ name: 'expiries', everyMs: minutes(1), run: noteExpired, log }),
    createJob({ name: 'closings', everyMs: hours(1), run: noteClosing, log }),
    createJob({ name: 'renewals', everyMs: hours(1), run: settleRenewals, log }),
  ]
  return {
    start() {
      for (const job of jobs) job.start()
    },
    stop: () => Promise.all(jobs.map((job) => job.stop())),
  }
}
