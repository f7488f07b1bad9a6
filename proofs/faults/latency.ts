import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#test/support/client.ts'
import { type Findings, quantile } from './outcome.ts'
import { workOf } from './process-tree.ts'

type Timed = () => Promise<{ ms: number }>

/** A call to repeat `many` times in total, with an optional p99 limit. `usual` is the same call with ordinary data. */
export type Call = { call: Timed; usual: Timed; many: number; mostMs?: number }

/** Idle, usual and busy phases alternate this many times, so other load on the machine affects all of them. */
const rounds = 8
const quietMs = 1500
/** People pause between requests. Back-to-back calls would be an attack. */
const pauseMs = 25
const everyMs = 5

/** Other clients' p99 can be at most `times` the usual one, and their longest wait at most `times` the idle one. */
const bars = { times: 2, longestMs: 100 }
/** A p99 up to this always passes, because timers and other programs cause such waits, too. */
const quickMs = 5

/** Repeats another client's request until the work is done. Returns how long each took. */
export async function waitsDuring(
  look: () => Promise<{ ms: number; status: number }>,
  work: Promise<unknown>,
): Promise<number[]> {
  const waits: number[] = []
  let isDone = false
  const working = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { ms, status } = await look()
    if (status !== 200) throw new Error(`Another client got ${status}`)
    waits.push(ms)
    await delay(everyMs)
  }
  await working
  return waits
}

export async function compareLatency(
  client: Client,
  token: string,
  { what, call, usual, many, mostMs }: Call & { what: string },
  pid: number,
  findings: Findings,
) {
  const look = () => client.get('/api/auth/me', token)
  const times: number[] = []
  const quiet: number[] = []
  const usually: number[] = []
  const meanwhile: number[] = []
  const repeat = async (some: Timed, took: number[]) => {
    for (let n = 0; n < many / rounds; n++) {
      took.push((await some()).ms)
      await delay(pauseMs)
    }
  }
  let hundredths = 0
  for (let round = 0; round < rounds; round++) {
    quiet.push(...(await waitsDuring(look, delay(quietMs))))
    usually.push(...(await waitsDuring(look, repeat(usual, []))))
    const before = workOf(pid)
    meanwhile.push(...(await waitsDuring(look, repeat(call, times))))
    hundredths += workOf(pid) - before
  }
  const slow = quantile(times, 0.99)
  const [before, normal, now] = [quiet, usually, meanwhile].map((waits) => quantile(waits, 0.99)) as [
    number,
    number,
    number,
  ]
  const [longestBefore, longest] = [Math.ceil(Math.max(...quiet)), Math.ceil(Math.max(...meanwhile))]
  if (mostMs !== undefined && slow > mostMs) findings.note(`${what}: p99 ${slow} ms`)
  if (now > Math.max(quickMs, bars.times * normal))
    findings.note(`${what}: other clients' p99 went from ${normal} to ${now} ms`)
  if (longest > Math.max(bars.longestMs, bars.times * longestBefore))
    findings.note(`${what}: another client waited ${longest} ms, when idle ${longestBefore} ms`)
  const processor = ((hundredths * 10) / times.length).toFixed(1)
  return [
    `${times.length} calls, median ${quantile(times)} p99 ${slow} ms`,
    `${processor} ms CPU each, other clients included`,
    `other clients p99 idle ${before}, with ordinary data ${normal}, now ${now}, longest ${longestBefore} -> ${longest} (of ${quiet.length} and ${meanwhile.length})`,
  ].join(', ')
}
