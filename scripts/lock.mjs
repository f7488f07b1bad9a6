import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { step } from './step.mjs'

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

/** A holder that was killed no longer beats; renaming decides which of several waiters clears its lock away. */
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

/** Runs the task while no other process runs one under the same lock folder. */
export async function withLock(folder, task) {
  mkdirSync(dirname(folder), { recursive: true })
  if (!tryToTake(folder)) await step('Waiting for another process that sets up this folder', () => waitFor(folder))
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
