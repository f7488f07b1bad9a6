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
export async function withLock(folder, task) {
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
