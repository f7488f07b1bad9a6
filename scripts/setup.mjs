import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, step } from './command.mjs'
import { ensureNode, findNode, runTool } from './node.mjs'
import { ensureDependencies, packagesAreReady } from './packages.mjs'
import { inRoot, root } from './paths.mjs'

/** The lock can't be in node_modules, because `npm ci` deletes that folder. */
const lockFolder = inRoot('dist', '.setup-lock')

/** Returns the path of a Node that can run the app, or undefined if something must be installed or built first. */
export function findReady({ withBuild = false, withDevelopment = true } = {}) {
  const node = findNode()
  const isReady =
    node && packagesAreReady({ withDevelopment }) && (!withBuild || buildIsReady()) && !existsSync(lockFolder)
  return isReady ? node : undefined
}

/**
 * Installs what's missing or out of date, builds the app if `withBuild` is set, and returns the path of a Node that can
 * run the app. A lock ensures that only one process does so at a time. If everything is ready, no file is written, so a
 * prepared folder can be read-only. With `withDevelopment: false`, a production installation counts as ready.
 */
export async function setUp(needs = {}) {
  const ready = findReady(needs)
  if (ready) return ready
  return await withLock(lockFolder, async () => {
    await ensureDependencies()
    const node = await ensureNode()
    if (needs.withBuild) await ensureBuild(node)
    return node
  })
}

const inputs = ['package.json', 'package-lock.json', 'vite.config.ts', 'build', 'src/shared', 'src/web'].map((path) =>
  inRoot(path),
)
const outputs = [inRoot('dist', 'web'), inRoot('dist', 'server')]
/** Vite's arguments: one build for browsers, and one for rendering visitor pages on the server. */
const builds = [['build'], ['build', '--ssr', 'app/entry-server.tsx']]
const stamp = inRoot('dist', 'web.inputs')

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder)) {
    const content = readFileSync(file)
    // Relative paths keep the hash valid in a copy of the folder.
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function buildIsReady() {
  return (
    outputs.every((output) => existsSync(output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfInputs()
  )
}

async function ensureBuild(node) {
  if (buildIsReady()) return
  const hash = hashOfInputs()
  rmSync(stamp, { force: true })
  await step('Building the web app', async () => {
    for (const build of builds) {
      const { code, output } = await runTool(node, 'vite', build, { NODE_ENV: 'production' })
      if (code !== 0) throw new Problem(`${output.trim()}\nCouldn't build the web app. See above for the reason.`)
    }
  })
  writeFileSync(stamp, hash)
}

const beatMs = 1000
const staleAfterMs = 10 * beatMs

function tryToTake(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Removes the lock of a killed process. Renaming it first ensures that only one waiting process removes it. */
function clearIfStale(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs < staleAfterMs) return
    const aside = `${folder}.${process.pid}`
    renameSync(folder, aside)
    rmSync(aside, { recursive: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

async function waitFor(folder) {
  while (!tryToTake(folder)) {
    clearIfStale(folder)
    await sleep(100)
  }
}

/** A mutex between processes, implemented as a folder. */
async function withLock(folder, task) {
  mkdirSync(dirname(folder), { recursive: true })
  if (!tryToTake(folder)) await step('Waiting for another process to finish setting up', () => waitFor(folder))
  const beat = setInterval(() => utimesSync(folder, new Date(), new Date()), beatMs)
  const release = () => rmSync(folder, { recursive: true, force: true })
  process.on('exit', release)
  try {
    return await task()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}
