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

export const which = (name) =>
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

/** `titles` maps each program to its display name. Each package must have the same name as its program. */
export async function requirePrograms(titles) {
  for (const [name, title] of Object.entries(titles)) {
    if (!which(name)) await installSystemPackage(title, { apt: name, brew: name })
    if (!which(name)) throw new Problem(`This needs ${title}. Install it, with ${name} on the PATH.`)
  }
}
