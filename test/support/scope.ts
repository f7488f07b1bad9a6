import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Cleanup = () => Promise<unknown> | unknown

/** Cleans up what a run creates, even if the run fails or a signal ends the process. */
export type Scope = {
  defer(cleanup: Cleanup): void
  /** Runs instead of the `defer` cleanups if the process exits early, so it must be synchronous. */
  deferToExit(cleanup: () => void): void
  folder(name: string): Promise<string>
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export async function inScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
  const cleanups: Cleanup[] = []
  const lastCleanups: (() => void)[] = []
  const defer = (cleanup: Cleanup) => void cleanups.push(cleanup)
  const deferToExit = (cleanup: () => void) => void lastCleanups.push(cleanup)
  const folder = async (name: string) => {
    const path = await mkdtemp(join(tmpdir(), `framelight-${name}-`))
    // Retry, because processes that were just killed may still be writing.
    deferToExit(() => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
    defer(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
    return path
  }

  const onExit = () => {
    for (const cleanup of lastCleanups.splice(0).reverse()) {
      try {
        cleanup()
      } catch (error) {
        process.emitWarning(`Cleanup failed: ${error}`)
      }
    }
  }
  const onSignal = (signal: NodeJS.Signals) => {
    onExit()
    for (const name of signals) process.off(name, onSignal)
    process.kill(process.pid, signal)
  }
  process.on('exit', onExit)
  for (const name of signals) process.on(name, onSignal)
  try {
    return await work({ defer, deferToExit, folder })
  } finally {
    const failures: unknown[] = []
    for (const cleanup of cleanups.reverse()) {
      try {
        await cleanup()
      } catch (error) {
        failures.push(error)
      }
    }
    process.off('exit', onExit)
    for (const name of signals) process.off(name, onSignal)
    if (failures.length > 0) process.emitWarning(`Cleanup failed: ${failures.join('; ')}`)
  }
}
