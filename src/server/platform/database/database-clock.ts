import { sql } from 'kysely'
import { type Clock, minutes, systemClock } from '../clock.ts'
import { createJob, type Log } from '../concurrency/job.ts'
import type { Database } from './database.ts'

/** Smaller differences are within what reading the time takes, and correcting them would only add jitter. */
const toleratedMs = 250

const everyMs = minutes(1)

export async function readPostgresTime(db: Database) {
  const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  return Number(rows[0]?.ms)
}

type Options = { readTime: () => Promise<number>; log: Log; local?: Clock }

/**
 * Nodes that share a database use its time, so that they agree on when a gallery opens, closes or expires, even if
 * their own clocks differ.
 */
export function createDatabaseClock({ readTime, log, local = systemClock }: Options) {
  let offsetMs = 0

  async function sync() {
    const startedAt = local.monotonicMs()
    const time = await readTime()
    const tookMs = local.monotonicMs() - startedAt
    const difference = time + tookMs / 2 - local.now().getTime()
    if (Math.abs(difference - offsetMs) > toleratedMs + tookMs) offsetMs = Math.round(difference)
  }

  const job = createJob({ name: 'database time', everyMs, run: sync, log })
  const clock: Clock = {
    now: () => new Date(local.now().getTime() + offsetMs),
    monotonicMs: () => local.monotonicMs(),
  }
  return { clock, sync, start: job.start, stop: job.stop }
}
