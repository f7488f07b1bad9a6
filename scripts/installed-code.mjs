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
/** What an installation has beside the code. */
const made = [['node_modules'], ['dist', 'web'], ['dist', 'server'], ['dist', 'web.inputs']]

const remove = (folder) => rmSync(folder, { recursive: true, force: true })

/** Installed and built in a folder of its own, while the old one runs on. */
export async function prepare(commit) {
  remove(next)
  mkdirSync(next, { recursive: true })
  unpack(commit, next)
  const code = await runInForeground(process.execPath, [join(next, 'scripts', 'build-app.mjs')], { cwd: next })
  if (code !== 0) throw new Problem("The new code couldn't be built. Nothing was changed here.")
  const isSlim = !packagesAreReady() && packagesAreReady({ withDevelopment: false })
  if (isSlim) await step('Taking development packages away', () => npm('prune', '--omit=dev', '--prefix', next))
  // Where these scripts have fetched a Node it lies among the packages, and what is started next needs one too.
  const ownNode = ['node_modules', 'node']
  if (existsSync(inRoot(...ownNode)) && !existsSync(join(next, ...ownNode))) {
    cpSync(inRoot(...ownNode), join(next, ...ownNode), { recursive: true })
  }
}

/** Takes a moment: renames on one disk. The previous build is kept until `forgetPrevious`. */
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

/** The commit that an update has replaced, while its build is kept. */
export const previousCommit = () => (existsSync(facts) ? JSON.parse(readFileSync(facts, 'utf8')).commit : undefined)

/** The code and the build as they were before the update. What a swap left half-done is completed backwards. */
export function swapBack() {
  checkOut(previousCommit())
  mkdirSync(next, { recursive: true })
  for (const path of made) {
    const kept = join(previous, path.at(-1))
    if (!existsSync(kept)) continue
    // Deleting takes a while, and nothing is served meanwhile.
    if (existsSync(inRoot(...path))) renameSync(inRoot(...path), join(next, `failed-${path.at(-1)}`))
    renameSync(kept, inRoot(...path))
  }
  forgetPrevious()
}

export function forgetPrevious() {
  for (const folder of [next, previous]) remove(folder)
}
