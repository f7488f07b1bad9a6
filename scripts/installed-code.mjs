import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, packagesAreReady } from './packages.mjs'
import { inRoot } from './paths.mjs'
import { Problem } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { checkOut, presentCommit, unpack } from './releases.mjs'
import { step } from './step.mjs'

const next = inRoot('dist', 'update')
const previous = inRoot('dist', 'previous')
const facts = join(previous, 'update.json')
/** The packages and the build, which checking out a commit doesn't update. */
const made = [['node_modules'], ['dist', 'web'], ['dist', 'server'], ['dist', 'web.inputs']]

const remove = (folder) => rmSync(folder, { recursive: true, force: true })

/** Installs and builds the new version in a separate folder while the old one keeps running. */
export async function prepare(commit) {
  remove(next)
  mkdirSync(next, { recursive: true })
  unpack(commit, next)
  const code = await runInForeground(process.execPath, [join(next, 'scripts', 'build-app.mjs')], { cwd: next })
  if (code !== 0) throw new Problem("The new code couldn't be built. Nothing was changed.")
  const isSlim = !packagesAreReady() && packagesAreReady({ withDevelopment: false })
  if (isSlim) await step('Removing development packages', () => npm('prune', '--omit=dev', '--prefix', next))
  // If these scripts installed their own Node in node_modules, the new version needs it too.
  const ownNode = ['node_modules', 'node']
  if (existsSync(inRoot(...ownNode)) && !existsSync(join(next, ...ownNode))) {
    cpSync(inRoot(...ownNode), join(next, ...ownNode), { recursive: true })
  }
}

/** Renames folders instead of copying them, to be fast. The previous build is kept until `forgetPrevious` runs. */
export function swap(commit) {
  remove(previous)
  mkdirSync(previous)
  writeFileSync(facts, JSON.stringify({ commit: presentCommit() }))
  checkOut(commit)
  for (const path of made) {
    if (existsSync(inRoot(...path))) renameSync(inRoot(...path), join(previous, path.at(-1)))
    renameSync(join(next, ...path), inRoot(...path))
  }
}

export const previousCommit = () => (existsSync(facts) ? JSON.parse(readFileSync(facts, 'utf8')).commit : undefined)

/** Restores the code and build from before the update, even if the swap was interrupted. */
export function swapBack() {
  checkOut(previousCommit())
  mkdirSync(next, { recursive: true })
  for (const path of made) {
    const kept = join(previous, path.at(-1))
    if (!existsSync(kept)) continue
    // Rename now and delete later, because deletion is slow and the server is down.
    if (existsSync(inRoot(...path))) renameSync(inRoot(...path), join(next, `failed-${path.at(-1)}`))
    renameSync(kept, inRoot(...path))
  }
  forgetPrevious()
}

export function forgetPrevious() {
  for (const folder of [next, previous]) remove(folder)
}
