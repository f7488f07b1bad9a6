import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.ts'
import { type Findings, quantile } from './outcome.ts'
import { workOf } from './process-tree.ts'

/** Something that is called again and again, so many times in all; how long each call may take, where there is a bar. */
export type Call = { call: () => Promise<{ ms: number }>; many: number; mostMs?: number }

/** Quiet and work take turns so often: whatever else goes on on the machine is in both of them. */
const rounds = 8
const quietMs = 1500
/** As people do; as fast as it goes would be a load of its own. */
const pauseMs = 25
const everyMs = 5

/** So many times the quiet p99 others may wait while something goes on, and so long at most. */
const bars = { times: 2, longestMs: 100 }
/** What is quicker than this is quick, however often it is the quiet time. */
const quickMs = 20

/** How long somebody else waits for a call that asks the database, again and again for as long as the work takes. */
async function waitsDuring(client: Client, token: string, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let isDone = false
  const working = work.finally(() => {
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

/** What the calls took, and how long others waited in quiet and meanwhile; noted where that is longer than it may be. */
export async function compareLatency(
  client: Client,
  token: string,
  { what, call, many, mostMs }: Call & { what: string },
  pid: number,
  findings: Findings,
) {
  const times: number[] = []
  const quiet: number[] = []
  const meanwhile: number[] = []
  const work = async () => {
    for (let n = 0; n < many / rounds; n++) {
      times.push((await call()).ms)
      await delay(pauseMs)
    }
  }
  let hundredths = 0
  for (let round = 0; round < rounds; round++) {
    quiet.push(...(await waitsDuring(client, token, delay(quietMs))))
    const before = workOf(pid)
    meanwhile.push(...(await waitsDuring(client, token, work())))
    hundredths += workOf(pid) - before
  }
  const slow = quantile(times, 0.99)
  const [before, now] = [quantile(quiet, 0.99), quantile(meanwhile, 0.99)]
  const [longestBefore, longest] = [Math.ceil(Math.max(...quiet)), Math.ceil(Math.max(...meanwhile))]
  if (mostMs !== undefined && slow > mostMs) findings.note(`${what}: p99 ${slow} ms`)
  if (now > Math.max(quickMs, bars.times * before)) findings.note(`${what}: p99 of others ${before} ms, then ${now}`)
  if (longest > Math.max(bars.longestMs, bars.times * longestBefore))
    findings.note(`${what}: somebody waited ${longest} ms, in quiet ${longestBefore}`)
  const processor = ((hundredths * 10) / times.length).toFixed(1)
  return [
    `${times.length} calls, median ${quantile(times)} p99 ${slow} ms`,
    `${processor} ms of the processor each with what others ask`,
    `others p99 ${before} -> ${now}, longest ${longestBefore} -> ${longest} (of ${quiet.length} and ${meanwhile.length})`,
  ].join(', ')
}
