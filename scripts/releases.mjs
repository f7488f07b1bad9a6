import { spawnSync } from 'node:child_process'
import { root } from './paths.mjs'
import { Problem } from './problem.mjs'

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
export const checkOut = (commit) => void git('reset', '--quiet', '--keep', commit)

export const changesDatabase = (one, other) =>
  git('diff', '--name-only', one, other, '--', 'src/server/platform/database/migrations') !== ''

export function unpack(commit, folder) {
  const { status } = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root })
  if (status !== 0)
    throw new Problem("Couldn't unpack the new code. Are git and tar installed, and is there space on the disk?")
}
