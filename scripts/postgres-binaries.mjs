import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.mjs'
import { folders, installSystemPackage, isExecutable, which } from './system-packages.mjs'

/** Where packages put the server's programs, which are seldom on the PATH: a folder for each version. */
const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

function versionsIn(home) {
  const names = existsSync(home) ? readdirSync(home).filter((name) => /^(postgresql(@|$)|\d)/.test(name)) : []
  const newestFirst = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst.map((name) => join(home, name, 'bin'))
}

/** The folder that holds `initdb` and `postgres`, if there is one. */
function findBinaries() {
  const config = which('pg_config')
  const configured = config ? [spawnSync(config, ['--bindir'], { encoding: 'utf8' }).stdout.trim()] : []
  const candidates = [...configured, ...homes.flatMap(versionsIn), ...folders()]
  return candidates.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))))
}

/** Makes sure that there is a PostgreSQL for the tests; the folder of its programs, or undefined for a given server. */
export async function ensurePostgres() {
  if (process.env.TEST_DATABASE_URL) return undefined
  if (!findBinaries()) await installSystemPackage('PostgreSQL', { apt: 'postgresql', brew: 'postgresql@17' })
  const binaries = findBinaries()
  if (binaries) return binaries
  throw new Problem(
    'PostgreSQL is needed for the tests: install it or set TEST_DATABASE_URL to a server where databases may be created.',
  )
}
