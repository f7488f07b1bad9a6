import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Flood, Flooded, FloodRequest } from './flood-process.ts'

const file = fileURLToPath(new URL('./flood-process.ts', import.meta.url))

/**
 * Floods the server from a separate process, so the flood doesn't slow down the measurement. The process has a lower
 * priority, because real attackers use their own machines.
 */
export const startFlood = (flood: Flood) => startProcess(flood, constants.priority.PRIORITY_BELOW_NORMAL)

async function startProcess(flood: Flood, priority: number) {
  const child = fork(file, { serialization: 'advanced' })
  setPriority(child.pid ?? 0, priority)
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

/**
 * Measures how long another client waits for each response during `work`. The client is a separate process with its own
 * IP address, so neither an attack nor this process delays it.
 */
export async function waitsDuring(url: string, requests: FloodRequest[], work: () => Promise<unknown>) {
  const { stop } = await startProcess(
    { url, requests, connections: requests.length, pauseMs: 10, localAddress: '127.0.0.2' },
    constants.priority.PRIORITY_NORMAL,
  )
  await work()
  const { statuses, times, slowest, pausedMs } = await stop()
  const problems = Object.keys(statuses)
    .filter((status) => status !== '200')
    .map((status) => `another client got ${status}`)
  return { times, slowest: `${slowest.method} ${slowest.path}`, pausedMs, problems }
}

export const describeStatuses = ({ statuses }: Flooded) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} x ${status}`)
    .join(' ')
