import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupProblem } from '../startup-problem.ts'

/**
 * Two servers in one data folder would clear away each other's uploads. The lock is SQLite's on a file of its own: the
 * system gives it back when the process ends, however it ends, so that nobody has to remove it after a crash.
 */
export function lockDataFolder(dataDir: string) {
  const lock = new DatabaseSync(join(dataDir, 'server.lock'))
  try {
    // No second file beside it.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked/.test(String(error))) throw error
    throw new StartupProblem(
      `Another Framelight works in ${dataDir}: stop that one, or give this one another DATA_DIR.`,
    )
  }
  return { release: () => lock.close() }
}
