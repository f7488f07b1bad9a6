import { hours } from '../clock.ts'
import { createJob, type Log } from '../concurrency/job.ts'
import { restoreCommand } from './quick-check.ts'
import { runQuickCheck } from './run-quick-check.ts'

type Options = {
  file: string
  log: Log
  check?: (file: string, signal: AbortSignal) => Promise<string[]>
}

export function createIntegrityWatch({ file, log, check = runQuickCheck }: Options) {
  const stopping = new AbortController()
  let faults: string[] = []

  async function run() {
    try {
      faults = await check(file, stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) return
      throw error
    }
    if (faults.length === 0) return
    log.error(
      { faults },
      `The database is damaged. Stop the server and restore the latest backup with ${restoreCommand}.`,
    )
  }

  const job = createJob({ name: 'database integrity', everyMs: hours(24), run, log })
  return {
    start: job.start,
    stop() {
      stopping.abort()
      return job.stop()
    },
    findFault: () => faults[0],
  }
}
