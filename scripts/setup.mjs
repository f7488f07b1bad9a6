import { existsSync } from 'node:fs'
import { buildIsReady, ensureBuild } from './build.mjs'
import { withLock } from './lock.mjs'
import { ensureNode, findNode } from './node.mjs'
import { ensureDependencies, packagesAreReady } from './packages.mjs'
import { inRoot } from './paths.mjs'

/** The lock can't be in node_modules, because `npm ci` deletes that folder. */
const lock = inRoot('dist', '.setup-lock')

/** Returns the path of a Node that can run the app, or undefined if something must be installed or built first. */
export function findReady({ withBuild = false, withDevelopment = true } = {}) {
  const node = findNode()
  const isReady = node && packagesAreReady({ withDevelopment }) && (!withBuild || buildIsReady()) && !existsSync(lock)
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
  return await withLock(lock, async () => {
    await ensureDependencies()
    const node = await ensureNode()
    if (needs.withBuild) await ensureBuild(node)
    return node
  })
}
