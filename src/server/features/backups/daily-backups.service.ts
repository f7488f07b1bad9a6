import { type Clock, hours } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { listBackups, requireWritable, takenAt } from './backup-folder.ts'
import type { BackupResult } from './backup-result.ts'

type Dependencies = {
  folder: string
  keep: number
  /** Resolves for a failed attempt too. */
  take: (folder: string, keep: number, signal: AbortSignal) => Promise<BackupResult>
  /** Called after every attempt, except one that a stop interrupts. */
  onResult: (result: BackupResult) => Promise<void>
  clock: Clock
  log: Log
}

const everyMs = hours(1)
/** A little less than a day: looked at once an hour, it would come an hour later each day. */
const dueAfterMs = hours(23.5)

/** A backup a day, while the server runs; one that fails is tried again within the hour. */
export function createDailyBackups({ folder, keep, take, onResult, clock, log }: Dependencies) {
  const stopping = new AbortController()

  async function run() {
    const now = clock.now()
    const { names, future } = await listBackups(folder, now)
    if (future.length > 0) log.warn({ future }, 'there are backups dated in the future, which are left alone')
    const newest = names.at(-1)
    if (newest !== undefined && now.getTime() - takenAt(newest) < dueAfterMs) return
    const result = await take(folder, keep, stopping.signal)
    if (stopping.signal.aborted) return
    if (result.ok) log.info({ backup: result }, 'a backup was taken')
    else log.error({ backup: result }, result.path ? 'the daily backup found damage' : 'the daily backup failed')
    await onResult(result)
  }

  const job = createJob({ name: 'daily backup', everyMs, run, log })
  return {
    start() {
      // The next one may be due in a day: an operator is here to read it now.
      requireWritable(folder).catch(({ message }) => log.warn({}, `BACKUP_DAILY: ${message}`))
      job.start()
    },
    /** One that is under way is given up: the next start takes it anew. */
    stop() {
      stopping.abort()
      return job.stop()
    },
  }
}
