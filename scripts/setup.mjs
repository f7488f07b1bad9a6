import { existsSync } from 'node:fs'
import { buildIsReady, ensureBuild } from './build.mjs'
import { withLock } from './lock.mjs'
import { ensureNode, findNode } from './node.mjs'
import { ensureDependencies, packagesAreReady } from './packages.mjs'
import { inRoot } from './paths.mjs'

/** Not in node_modules, which an installation wipes. */
const lock = inRoot('dist', '.setup-lock')

/** A Node that runs the app, where nothing is left to install or build. */
export function findReady({ withBuild = false, withDevelopment = true } = {}) {
  const node = findNode()
  const isReady = node && packagesAreReady({ withDevelopment }) && (!withBuild || buildIsReady()) && !existsSync(lock)
  return isReady ? node : undefined
}

/**
 * Installs and builds what is missing or out of date, one process at a time, and returns the path of a Node that runs
 * the app. Where there is nothing to do it writes nothing, so that a folder prepared by its owner can be read-only; and what
 * only runs the product, `withDevelopment: false`, leaves an installation alone that has no development packages.
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
