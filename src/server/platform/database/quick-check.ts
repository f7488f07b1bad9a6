import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartupProblem } from '../startup-problem.ts'
import { isDatabaseDamaged } from './errors.ts'

const maxFaults = 20
/** Checking a file of this size takes about 30 ms of CPU time. integrity-watch.ts checks larger files later. */
const checkedAtStartBytes = 16_000_000

/** Blocks the event loop while it reads the file. */
export function quickCheck(file: string): string[] {
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      const rows = sqlite.prepare(`pragma quick_check(${maxFaults})`).all() as { quick_check: string }[]
      return rows.flatMap(({ quick_check: text }) => text.split('\n')).filter((text) => text !== 'ok')
    } finally {
      sqlite.close()
    }
  } catch (error) {
    if (isDatabaseDamaged(error)) return [(error as Error).message]
    throw error
  }
}

const isSmall = (file: string) => {
  const info = statSync(file, { throwIfNoEntry: false })
  return info !== undefined && info.size > 0 && info.size <= checkedAtStartBytes
}

/** Throws if the file is damaged. Skips files that are so large that the check would delay the start. */
export function refuseDamaged(file: string) {
  const [fault] = isSmall(file) ? quickCheck(file) : []
  if (fault) throw damagedDatabase(fault)
}

export const restoreCommand = '`npm run restore -- FOLDER --replace`'

export const damagedDatabase = (fault: string, cause?: unknown) =>
  new StartupProblem(
    `The database is damaged (${fault}). Check DATA_DIR, or restore the latest backup with ${restoreCommand}.`,
    { cause },
  )
