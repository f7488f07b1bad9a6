import { hours, minutes } from './platform/clock.ts'
import { createJob, type Log } from './platform/concurrency/job.ts'
import type { SharedJobs } from './platform/database/shared-jobs.ts'

type Run = () => Promise<unknown>

type Work = {
  housekeeping: Run[]
  sweepTrash: Run
  checkDomains: Run
  noteExpired: Run
  noteClosing: Run
  checkBackups: Run
  settleRenewals: Run
  reencrypt: (isStopping: () => boolean) => Promise<unknown>
  confirmAll: Run | undefined
  sharedJobs: SharedJobs
  log: Log
}

export function createBackgroundJobs(work: Work) {
  const {
    housekeeping,
    sweepTrash,
    checkDomains,
    noteExpired,
    noteClosing,
    checkBackups,
    settleRenewals,
    reencrypt,
    confirmAll,
    sharedJobs,
    log,
  } = work
  const job = (name: string, everyMs: number, run: Run) =>
    createJob({ name, everyMs, run: sharedJobs.once(name, everyMs, run), log })
  const reencryption = job('re-encryption', hours(1), () => reencrypt(() => reencryption.isStopping()))
  const jobs = [
    job('housekeeping', hours(1), () => Promise.all(housekeeping.map((clear) => clear()))),
    job('trash', hours(1), sweepTrash),
    job('domains', hours(1), checkDomains),
    job('expiries', minutes(1), noteExpired),
    job('closings', hours(1), noteClosing),
    job('backup alerts', hours(1), checkBackups),
    job('renewals', hours(1), settleRenewals),
    reencryption,
    // Not shared, because a restart may have changed this node's settings.
    ...(confirmAll ? [createJob({ name: 'confirmations', everyMs: hours(1), run: confirmAll, log })] : []),
  ]
  return {
    start() {
      for (const job of jobs) job.start()
    },
    stop: () => Promise.all(jobs.map((job) => job.stop())),
  }
}
