import { DatabaseSync } from 'node:sqlite'
import { StartupProblem } from '../startup-problem.ts'

type Sentences = { whenLocked: string; whenUnusable?: string }

/**
 * Uses SQLite's lock on a separate file. The system releases the lock when the process ends, so a crash leaves no stale
 * lock behind.
 */
export function lockFile(file: string, { whenLocked, whenUnusable }: Sentences) {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    // With the journal in memory, there's no journal file next to the lock file.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    if (/locked/.test(String(error))) throw new StartupProblem(whenLocked)
    throw whenUnusable === undefined ? error : new StartupProblem(whenUnusable, { cause: error })
  }
  return { release: () => lock.close() }
}
