import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Flood, Flooded } from './flood-process.ts'

const file = fileURLToPath(new URL('./flood-process.ts', import.meta.url))

/**
 * Floods the server from a separate process, so the flood doesn't slow down the measurement. The process has a lower
 * priority, because real attackers use their own machines.
 */
export async function startFlood(flood: Flood) {
  const child = fork(file, { serialization: 'advanced' })
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
  // Wait until the process has started, because its startup would skew the measurement.
  await once(child, 'message')
  child.send(flood)
  const ended: Promise<Flooded> = once(child, 'message').then(([flooded]) => flooded)
  return {
    /** Without `stop`, only resolves if the flood sends each request once. */
    ended,
    stop(): Promise<Flooded> {
      child.send('stop')
      return ended
    },
  }
}

export const describeStatuses = ({ statuses }: Flooded) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} x ${status}`)
    .join(' ')
