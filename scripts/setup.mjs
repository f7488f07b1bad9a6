import { existsSync } from 'node:fs'
import { buildIsReady, ensureBuild } from './build.mjs'
import { withLock } from './lock.mjs'
import { ensureNode, findNode } from './node.mjs'
import { ensureDependencies, packagesAreReady } from './packages.mjs'
import { inRoot } from './paths.mjs'

/** Not in node_modules, which `npm ci` deletes. */
const lock = inRoot('dist', '.setup-lock')

/** Returns a Node that can run the app, or undefined if something has to be installed or built first. */
export function findReady({ withBuild = false, withDevelopment = true } = {}) {
  const node = findNode()
  const isReady = node && packagesAreReady({ withDevelopment }) && (!withBuild || buildIsReady()) && !existsSync(lock)
  return isReady ? node : undefined
}

/**
 * Installs and builds what's missing or out of date, one process at a time, and returns the path of a Node that can run the
 * app. If there's nothing to do it writes nothing, so a prepared folder can be read-only. With `withDevelopment: false` it
 * doesn't add development packages to a production installation.
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
