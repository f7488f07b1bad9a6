import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Line, median } from '../results.ts'
import { type Call, calls, type Subject } from './calls.ts'

const usualRounds = 30
const warmUps = 5

async function time({ product }: Subject, call: Call, who: Subject) {
  const [method, path, { token, body, from, form } = {}] = await call.ask(who)
  const options = {
    ...(token && { token }),
    ...(from && { from }),
    ...(form && { form }),
    ...(body !== undefined && { body }),
  }
  const startedAt = performance.now()
  const { status, text } = await product.call(method, path, options)
  const ms = performance.now() - startedAt
  if (status > 202) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`)
  return ms
}

export type Compared = Line & { name: string; ratio: number }

export async function compare(
  what: string,
  full: Subject,
  empty: Subject,
  bar: number,
  only = '',
): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const [name, call] of Object.entries(calls)) {
    if (!name.includes(only)) continue
    const rounds = call.rounds ?? usualRounds
    const times = { full: [] as number[], empty: [] as number[] }
    for (let round = -Math.min(warmUps, rounds / 4); round < rounds; round++) {
      // The first request after a pause is slower, so they take turns.
      const isFullFirst = round % 2 === 0
      const early = isFullFirst ? undefined : await time(empty, call, empty)
      const mine = await time(full, call, full)
      const other = early ?? (await time(empty, call, empty))
      // The product throttles clients that send expensive requests back to back. Pause, so throttling doesn't affect
      // the measurement.
      await sleep(Math.max(mine, other))
      if (round < 0) continue
      times.full.push(mine)
      times.empty.push(other)
    }
    const line = atMost(`${what}: ${name}`, median(times.full), median(times.empty), bar, 'ms')
    compared.push({ ...line, name, ratio: median(times.full) / median(times.empty) })
    console.error(`${line.what}: ${line.product} / ${line.limit} = ${line.figure}`)
  }
  return compared
}
