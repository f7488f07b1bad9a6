import { DatabaseSync } from 'node:sqlite'
import { StartupProblem } from '../startup-problem.ts'

type Sentences = { whenLocked: string; whenUnusable?: string }

/**
 * The lock is SQLite's on a file of its own: the system gives it back when the process ends, however it ends, so that nobody
 * has to remove it after a crash.
 */
export function lockFile(file: string, { whenLocked, whenUnusable }: Sentences) {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    // No second file beside it.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    if (/locked/.test(String(error))) throw new StartupProblem(whenLocked)
    throw whenUnusable === undefined ? error : new StartupProblem(whenUnusable, { cause: error })
  }
  return { release: () => lock.close() }
}
