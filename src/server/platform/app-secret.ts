import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newToken } from './tokens.ts'

/** The installation's own secret: made at the first start, kept where only this user can read it. */
export function ensureAppSecret(dataDir: string): [string] {
  const file = join(dataDir, 'app-secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    // 'wx': of two processes that start together, one makes it and both read it.
    writeFileSync(file, newToken(), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return [readFileSync(file, 'utf8').trim()]
}
