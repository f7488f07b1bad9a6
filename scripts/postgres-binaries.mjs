import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.mjs'
import { folders, installSystemPackage, isExecutable, which } from './system-packages.mjs'

/** PostgreSQL packages install their programs here, in one folder per version that's rarely on the PATH. */
const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

function versionsIn(home) {
  const names = existsSync(home) ? readdirSync(home).filter((name) => /^(postgresql(@|$)|\d)/.test(name)) : []
  const newestFirst = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst.map((name) => join(home, name, 'bin'))
}

function findBinaries() {
  const config = which('pg_config')
  const configured = config ? [spawnSync(config, ['--bindir'], { encoding: 'utf8' }).stdout.trim()] : []
  const candidates = [...configured, ...homes.flatMap(versionsIn), ...folders()]
  return candidates.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))))
}

/** Installs PostgreSQL if needed. Returns the folder with its programs, or undefined if TEST_DATABASE_URL is set. */
export async function ensurePostgres() {
  if (process.env.TEST_DATABASE_URL) return undefined
  if (!findBinaries()) await installSystemPackage('PostgreSQL', { apt: 'postgresql', brew: 'postgresql@17' })
  const binaries = findBinaries()
  if (binaries) return binaries
  throw new Problem(
    'The tests need PostgreSQL. Install it, or set TEST_DATABASE_URL to a server where they can create databases.',
  )
}
