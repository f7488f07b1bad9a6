import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem, step } from './command.mjs'
import { runTool } from './node.mjs'
import { run } from './processes.mjs'

const folders = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const which = (name) =>
  folders()
    .map((folder) => join(folder, name))
    .find(isExecutable)

const isRoot = () => process.getuid?.() === 0
const mayUseSudo = () => which('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0

/** Returns the commands that install a package without prompts, or an empty list if this user can't install it. */
function commandsFor(name) {
  if (name.brew && which('brew') && !isRoot()) return [['brew', 'install', name.brew]]
  if (!which('apt-get')) return []
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y']
  const as = isRoot() ? apt : mayUseSudo() && ['sudo', '-n', ...apt]
  return as
    ? [
        [...as, 'update'],
        [...as, 'install', '--no-install-recommends', name.apt],
      ]
    : []
}

async function installSystemPackage(title, name) {
  const commands = commandsFor(name)
  if (commands.length === 0) return false
  const install = async () => {
    const codes = []
    for (const [command, ...args] of commands) codes.push((await run(command, args)).code)
    return codes.at(-1) === 0
  }
  return await step(`Installing ${title}`, install, Boolean)
}

/** `titles` maps each program to its display name. Each package must have the same name as its program. */
export async function requirePrograms(titles) {
  for (const [name, title] of Object.entries(titles)) {
    if (!which(name)) await installSystemPackage(title, { apt: name, brew: name })
    if (!which(name)) throw new Problem(`This needs ${title}. Install it, with ${name} on the PATH.`)
  }
}

/** Preferred even if there's another browser, because it has no UI to draw and runs the tests a third faster. */
const headlessShell = 'chromium-headless-shell'
const chromiumNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome']

/** Runs each candidate, because some systems have a stub script that only explains how to install Chromium. */
const findChromium = () =>
  chromiumNames
    .map(which)
    .filter(Boolean)
    .find((path) => spawnSync(path, ['--version']).status === 0)

/** Installs Chromium if needed. Returns its path, or undefined if Playwright should use its own copy. */
export async function ensureChromium(node) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  for (const apt of [headlessShell, 'chromium']) {
    if (!which(apt)) await installSystemPackage('Chromium', { apt })
    const found = findChromium()
    if (found) return found
  }
  const download = () => runTool(node, 'playwright', ['install', 'chromium'])
  const { code } = await step('Downloading Chromium', download, ({ code }) => code === 0)
  if (code === 0) return undefined
  throw new Problem('The tests need Chromium. Install it, or set CHROMIUM_PATH.')
}

/** PostgreSQL packages install their programs here, in one folder per version that's rarely on the PATH. */
const postgresHomes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

function versionsIn(home) {
  const names = existsSync(home) ? readdirSync(home).filter((name) => /^(postgresql(@|$)|\d)/.test(name)) : []
  const newestFirst = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst.map((name) => join(home, name, 'bin'))
}

function findPostgres() {
  const config = which('pg_config')
  const configured = config ? [spawnSync(config, ['--bindir'], { encoding: 'utf8' }).stdout.trim()] : []
  const candidates = [...configured, ...postgresHomes.flatMap(versionsIn), ...folders()]
  return candidates.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))))
}

/** Installs PostgreSQL if needed. Returns the folder with its programs, or undefined if TEST_DATABASE_URL is set. */
export async function ensurePostgres() {
  if (process.env.TEST_DATABASE_URL) return undefined
  if (!findPostgres()) await installSystemPackage('PostgreSQL', { apt: 'postgresql', brew: 'postgresql@17' })
  const binaries = findPostgres()
  if (binaries) return binaries
  throw new Problem(
    'The tests need PostgreSQL. Install it, or set TEST_DATABASE_URL to a server where they can create databases.',
  )
}
