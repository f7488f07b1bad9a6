import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command.mjs'
import { npm, packagesAreReady } from './packages.mjs'
import { inRoot, root } from './paths.mjs'
import { Problem } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { step } from './step.mjs'

const usage = `Usage: npm run update -- [--restart COMMAND]
  Fetches and builds the new code beside the running one, then puts it in place.
  --restart COMMAND  restarts the server, such as "systemctl restart framelight"`
const options = { restart: { type: 'string' } }

const next = inRoot('dist', 'update')
/** What an installation has beside the code. */
const made = [['node_modules'], ['dist', 'web'], ['dist', 'server'], ['dist', 'web.inputs']]

function git(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (error) throw new Problem('git is needed to fetch the new code: install it, or unpack a release beside this one.')
  if (status !== 0) throw new Problem(`${stderr.trim()}\nThe new code could not be fetched; git says why above.`)
  return stdout.trim()
}

/** The commit to go to; undefined where there is nothing new. */
function findUpdate() {
  if (git('status', '--porcelain', '--untracked-files=no') !== '') {
    throw new Problem('Files of the code were changed here: put them back (`git stash`) and run this again.')
  }
  git('fetch', '--quiet')
  const [present, wanted] = [git('rev-parse', 'HEAD'), git('rev-parse', '@{upstream}')]
  if (present === wanted) return undefined
  if (git('merge-base', present, wanted) !== present) {
    throw new Problem('The code here has commits of its own: merge them by hand.')
  }
  return wanted
}

/** Installed and built in a folder of its own, while the old one runs on. */
async function prepare(commit) {
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  const unpacked = spawnSync('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, next], { cwd: root })
  if (unpacked.status !== 0)
    throw new Problem('The new code could not be unpacked: are git, tar and room on the disk there?')
  const code = await runInForeground(process.execPath, [join(next, 'scripts', 'build-app.mjs')], { cwd: next })
  if (code !== 0) throw new Problem('The new code could not be built. Nothing was changed here.')
  const isSlim = !packagesAreReady() && packagesAreReady({ withDevelopment: false })
  if (isSlim) await step('Taking development packages away', () => npm('prune', '--omit=dev', '--prefix', next))
  // Where these scripts have fetched a Node it lies among the packages, and what is started next needs one too.
  const ownNode = ['node_modules', 'node']
  if (existsSync(inRoot(...ownNode)) && !existsSync(join(next, ...ownNode))) {
    cpSync(inRoot(...ownNode), join(next, ...ownNode), { recursive: true })
  }
}

const old = inRoot('dist', 'old')

/** A moment's work: renames on one disk. What was there before is deleted later, which takes a while. */
function swap(commit) {
  rmSync(old, { recursive: true, force: true })
  mkdirSync(old)
  git('merge', '--ff-only', '--quiet', commit)
  for (const path of made) {
    if (existsSync(inRoot(...path))) renameSync(inRoot(...path), join(old, path.at(-1)))
    renameSync(join(next, ...path), inRoot(...path))
  }
}

function clearAway() {
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true })
}

command({ usage, options }, async ({ values }) => {
  const commit = findUpdate()
  if (!commit) {
    console.log('This is the newest already.')
    return 0
  }
  await prepare(commit)
  swap(commit)
  try {
    if (values.restart) return await runInForeground('sh', ['-c', values.restart], { cwd: root })
    console.log('The new code is in place: restart the server now.')
    return 0
  } finally {
    clearAway()
  }
})
