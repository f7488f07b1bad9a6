import { type Clock, hours } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { listBackups, takenAt } from './backup-folder.ts'

type Dependencies = {
  folder: string
  keep: number
  /** Takes one, and returns what there is to say of it. */
  take: (folder: string, keep: number, signal: AbortSignal) => Promise<string>
  clock: Clock
  log: Log
}

const everyMs = hours(1)
/** A little less than a day: looked at once an hour, it would come an hour later each day. */
const dueAfterMs = hours(23.5)

/** A backup a day, while the server runs; one that fails is tried again within the hour. */
export function createDailyBackups({ folder, keep, take, clock, log }: Dependencies) {
  const stopping = new AbortController()

  async function run() {
    const newest = (await listBackups(folder)).at(-1)
    if (newest !== undefined && clock.now().getTime() - takenAt(newest) < dueAfterMs) return
    const said = await take(folder, keep, stopping.signal).catch((error) => {
      if (!stopping.signal.aborted) throw error
    })
    if (said !== undefined) log.info({ backup: said }, 'a backup was taken')
  }

  const job = createJob({ name: 'daily backup', everyMs, run, log })
  return {
    start: job.start,
    /** One that is under way is given up: the next start takes it anew. */
    stop() {
      stopping.abort()
      return job.stop()
    },
  }
}
