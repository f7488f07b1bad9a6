import { DatabaseSync } from 'node:sqlite'
import { StartupProblem } from '../startup-problem.ts'

type Sentences = { whenLocked: string; whenUnusable?: string }

/**
 * Uses SQLite's lock on a separate file: the system releases it when the process ends, so there's no stale lock to
 * remove after a crash.
 */
export function lockFile(file: string, { whenLocked, whenUnusable }: Sentences) {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    // Avoids a journal file next to it.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    if (/locked/.test(String(error))) throw new StartupProblem(whenLocked)
    throw whenUnusable === undefined ? error : new StartupProblem(whenUnusable, { cause: error })
  }
  return { release: () => lock.close() }
}
