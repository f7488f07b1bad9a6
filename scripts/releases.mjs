import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, step } from './command.mjs'
import { npm, packagesAreReady } from './packages.mjs'
import { inRoot, root } from './paths.mjs'
import { runInForeground } from './processes.mjs'

function tryGit(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (error)
    throw new Problem(
      "Can't find git, which is needed to fetch the new code. Install it, or unpack a release yourself.",
    )
  return { succeeded: status === 0, stdout: stdout.trim(), stderr: stderr.trim() }
}

function git(...args) {
  const { succeeded, stdout, stderr } = tryGit(...args)
  if (!succeeded) throw new Problem(`${stderr}\nCouldn't fetch or check out the code; git says why above.`)
  return stdout
}

const findCommit = (name) => tryGit('rev-parse', '--quiet', '--verify', `${name}^{commit}`).stdout || undefined

export const presentCommit = () => git('rev-parse', 'HEAD')

/** Returns a name based on the release tag, such as v1.2.0 or v1.2.0-3-g1a2b3c4, or a short hash if there's none. */
export const nameOf = (commit) => tryGit('describe', '--tags', '--always', commit).stdout

const isRelease = (tag) => /^v\d+\.\d+\.\d+$/.test(tag)

const newestRelease = () =>
  git('tag', '--list', 'v*')
    .split('\n')
    .filter(isRelease)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)

function requireUnchanged() {
  if (git('status', '--porcelain', '--untracked-files=no') !== '') {
    throw new Problem('There are uncommitted changes. Stash them (`git stash`) and run this again.')
  }
  if (git('rev-list', '--max-count=1', 'HEAD', '--not', '--remotes', '--tags') !== '') {
    throw new Problem('There are local commits. Merge them by hand.')
  }
}

/** Defaults to the latest release, or to the checked-out branch's upstream if there are no releases yet. */
function findWanted({ to, branch }) {
  if (to) {
    const commit = findCommit(`refs/tags/${to.startsWith('v') ? to : `v${to}`}`)
    if (commit) return commit
    throw new Problem(`There's no release ${to}. \`git tag\` lists all releases.`)
  }
  if (branch) {
    const commit = findCommit(`refs/remotes/origin/${branch}`)
    if (commit) return commit
    throw new Problem(`There's no branch ${branch}. \`git branch --remotes\` lists all branches.`)
  }
  const release = newestRelease()
  if (release) return findCommit(`refs/tags/${release}`)
  const tip = findCommit('@{upstream}')
  if (tip) return tip
  throw new Problem('There are no releases, and no branch is checked out. Name one with --branch.')
}

/**
 * Fetches from the remote and returns the commit to update to, or undefined if there's nothing new. Only `to` can
 * select an older commit.
 */
export function findUpdate(wanted) {
  requireUnchanged()
  git('fetch', '--quiet', '--tags')
  const [present, commit] = [presentCommit(), findWanted(wanted)]
  const isIncluded = tryGit('merge-base', '--is-ancestor', commit, present).succeeded
  return commit === present || (isIncluded && !wanted.to) ? undefined : commit
}

/** `--keep` aborts instead of overwriting changed or untracked files. */
const checkOut = (commit) => void git('reset', '--quiet', '--keep', commit)

export const changesDatabase = (one, other) =>
  git('diff', '--name-only', one, other, '--', 'src/server/platform/database/migrations') !== ''

function unpack(commit, folder) {
  const { status } = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root })
  if (status !== 0)
    throw new Problem("Couldn't unpack the new code. Are git and tar installed, and is there space on the disk?")
}

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
