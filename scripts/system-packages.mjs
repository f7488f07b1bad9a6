import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem } from './problem.mjs'
import { run } from './processes.mjs'
import { step } from './step.mjs'

export const folders = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The full path of a program on the PATH. */
export const which = (name) =>
  folders()
    .map((folder) => join(folder, name))
    .find(isExecutable)

const isRoot = () => process.getuid?.() === 0
const mayUseSudo = () => which('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0

/** The commands that install a package without asking anything; none where this user may not. */
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

/** Tries to install a package by the system's package manager, and tells whether it did. */
export async function installSystemPackage(title, name) {
  const commands = commandsFor(name)
  if (commands.length === 0) return false
  const install = async () => {
    const codes = []
    for (const [command, ...args] of commands) codes.push((await run(command, args)).code)
    return codes.at(-1) === 0
  }
  return await step(`Installing ${title}`, install, Boolean)
}

/** Programs by their names, and how these are written; their packages are called like them. */
export async function requirePrograms(titles) {
  for (const [name, title] of Object.entries(titles)) {
    if (!which(name)) await installSystemPackage(title, { apt: name, brew: name })
    if (!which(name)) throw new Problem(`${title} is needed for this: install it so that ${name} is on the PATH.`)
  }
}
