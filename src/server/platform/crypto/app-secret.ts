import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import { StartupProblem } from '../startup-problem.ts'
import { newToken } from './tokens.ts'

function read(file: string): [string] {
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 16) {
    throw new StartupProblem(`${file} is empty or incomplete. Delete it to create a new secret, or set APP_SECRET.`)
  }
  return [secret]
}

/** Returns undefined before the server has first started, or if it always had APP_SECRET. */
export function findAppSecret(dataDir: string) {
  const file = join(dataDir, 'app-secret')
  return existsSync(file) ? read(file) : undefined
}

export function ensureAppSecret(dataDir: string): [string] {
  const file = join(dataDir, 'app-secret')
  mkdirSync(dataDir, { recursive: true })
  // Write the whole file, then link it, so that processes that start at the same time all read the same secret.
  const draft = `${file}.${newId()}`
  writeFileSync(draft, newToken(), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read(file)
}
