import { DatabaseSync } from 'node:sqlite'
import { StartupProblem } from '../startup-problem.ts'

/**
 * The lock is SQLite's on a file of its own: the system gives it back when the process ends, however it ends, so that nobody
 * has to remove it after a crash.
 */
export function lockFile(file: string, sentenceWhenLocked: string) {
  const lock = new DatabaseSync(file)
  try {
    // No second file beside it.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked/.test(String(error))) throw error
    throw new StartupProblem(sentenceWhenLocked)
  }
  return { release: () => lock.close() }
}
