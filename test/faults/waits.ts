import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.ts'
import { type Findings, quantile } from './outcome.ts'

const everyMs = 5
const quietMs = 3000

/** So many times the quiet p99 others may wait while something goes on, and so long at most. */
const bars = { times: 2, longestMs: 100 }
/** What is quicker than this is quick, however often it is the quiet time. */
const quickMs = 20

/** How long somebody else waits for a call that asks the database, again and again for as long as the work takes. */
export async function waitsDuring(client: Client, token: string, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { ms, status } = await client.get('/api/auth/me', token)
    if (status !== 200) throw new Error(`Somebody else was answered ${status}`)
    waits.push(ms)
    await delay(everyMs)
  }
  await working
  return waits
}

export const waitsInQuiet = (client: Client, token: string) => waitsDuring(client, token, () => delay(quietMs))

/** Both in one line; noted where others waited for longer than they may. A noisy machine makes the quiet ones long, too. */
export function compareWaits(what: string, quiet: number[], meanwhile: number[], findings: Findings) {
  const [before, now] = [quantile(quiet, 0.99), quantile(meanwhile, 0.99)]
  const [longestBefore, longest] = [Math.ceil(Math.max(...quiet)), Math.ceil(Math.max(...meanwhile))]
  if (now > Math.max(quickMs, bars.times * before)) findings.note(`${what}: p99 of others ${before} ms, then ${now}`)
  if (longest > Math.max(bars.longestMs, bars.times * longestBefore))
    findings.note(`${what}: somebody waited ${longest} ms, in quiet ${longestBefore}`)
  return `p99 ${before} -> ${now}, longest ${longestBefore} -> ${longest} (of ${quiet.length} and ${meanwhile.length})`
}
