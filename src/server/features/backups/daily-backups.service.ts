import { type Clock, hours } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { listBackups, requireWritable, takenAtMs } from './backup-folder.ts'
import type { BackupResult } from './backup-result.ts'

type Dependencies = {
  folder: string
  keep: number
  /** Resolves even if the backup fails. */
  take: (folder: string, keep: number, signal: AbortSignal) => Promise<BackupResult>
  /** Called after every attempt, unless a shutdown interrupted it. */
  onResult: (result: BackupResult) => Promise<void>
  clock: Clock
  log: Log
}

const everyMs = hours(1)
/** Slightly less than a day. With hourly checks, a full day would start each backup an hour later than the last. */
const dueAfterMs = hours(23.5)

export function createDailyBackups({ folder, keep, take, onResult, clock, log }: Dependencies) {
  const stopping = new AbortController()

  async function run() {
    const now = clock.now()
    const { names, future } = await listBackups(folder, now)
    if (future.length > 0) log.warn({ future }, 'ignoring backups dated in the future')
    const newest = names.at(-1)
    if (newest !== undefined && now.getTime() - takenAtMs(newest) < dueAfterMs) return
    const result = await take(folder, keep, stopping.signal)
    if (stopping.signal.aborted) return
    if (result.ok) log.info({ backup: result }, 'daily backup finished')
    else log.error({ backup: result }, result.path ? 'daily backup found damage' : 'daily backup failed')
    await onResult(result)
  }

  const job = createJob({ name: 'daily backup', everyMs, run, log })
  return {
    start() {
      // Warn while an operator is likely to watch the log, because the next backup could be a day away.
      requireWritable(folder).catch(({ message }) => log.warn({}, `BACKUP_DAILY: ${message}`))
      job.start()
    },
    /** Aborts a running backup. The next start retries it. */
    stop() {
      stopping.abort()
      return job.stop()
    },
  }
}
