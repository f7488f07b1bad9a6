import { spawnSync } from 'node:child_process'
import { root } from './paths.mjs'
import { Problem } from './problem.mjs'

function tryGit(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (error) throw new Problem('git is needed to fetch the new code: install it, or unpack a release beside this one.')
  return { succeeded: status === 0, stdout: stdout.trim(), stderr: stderr.trim() }
}

function git(...args) {
  const { succeeded, stdout, stderr } = tryGit(...args)
  if (!succeeded) throw new Problem(`${stderr}\nThe code couldn't be fetched or put in place; git says why above.`)
  return stdout
}

const findCommit = (name) => tryGit('rev-parse', '--quiet', '--verify', `${name}^{commit}`).stdout || undefined

export const presentCommit = () => git('rev-parse', 'HEAD')

/** What people call a commit: its release, or the beginning of its hash. */
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
    throw new Problem('Files of the code were changed here: put them back (`git stash`) and run this again.')
  }
  if (git('rev-list', '--max-count=1', 'HEAD', '--not', '--remotes', '--tags') !== '') {
    throw new Problem('The code here has commits of its own: merge them by hand.')
  }
}

/** Releases are followed where there are any; before the first one, the branch that is checked out. */
function findWanted({ to, branch }) {
  if (to) {
    const commit = findCommit(`refs/tags/${to.startsWith('v') ? to : `v${to}`}`)
    if (commit) return commit
    throw new Problem(`There is no release ${to}: \`git tag\` lists those that exist.`)
  }
  if (branch) {
    const commit = findCommit(`refs/remotes/origin/${branch}`)
    if (commit) return commit
    throw new Problem(`There is no branch ${branch}: \`git branch --remotes\` lists those that exist.`)
  }
  const release = newestRelease()
  if (release) return findCommit(`refs/tags/${release}`)
  const tip = findCommit('@{upstream}')
  if (tip) return tip
  throw new Problem('There are no releases, and no branch is checked out: name one with --branch.')
}

/** The commit to go to, after fetching; undefined where there is nothing new. Only `to` goes to an older one. */
export function findUpdate(wanted) {
  requireUnchanged()
  git('fetch', '--quiet', '--tags')
  const [present, commit] = [presentCommit(), findWanted(wanted)]
  const isIncluded = tryGit('merge-base', '--is-ancestor', commit, present).succeeded
  return commit === present || (isIncluded && !wanted.to) ? undefined : commit
}

/** Refuses to overwrite files that git doesn't know. */
export const checkOut = (commit) => void git('reset', '--quiet', '--keep', commit)

/** Whether a database of one is changed at the start of the other. */
export const changesDatabase = (one, other) =>
  git('diff', '--name-only', one, other, '--', 'src/server/platform/database/migrations') !== ''

export function unpack(commit, folder) {
  const { status } = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root })
  if (status !== 0) throw new Problem("The new code couldn't be unpacked: are git, tar and room on the disk there?")
}
