import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Flood, Flooded } from './flood-process.ts'

const file = fileURLToPath(new URL('./flood-process.ts', import.meta.url))

/**
 * Sends requests without end from a process of its own, so that who measures is not kept busy by it, and of lower priority:
 * an attacker brings a machine of their own.
 */
export async function startFlood(flood: Flood) {
  const child = fork(file, { serialization: 'advanced' })
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
  // Starting it keeps a core busy, which is no part of what is measured.
  await once(child, 'message')
  child.send(flood)
  const ended: Promise<Flooded> = once(child, 'message').then(([flooded]) => flooded)
  return {
    /** Only a flood that sends each request once ends by itself. */
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
