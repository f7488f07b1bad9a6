import { sql } from 'kysely'
import { type Clock, instantIn, instantNow } from '../clock.ts'
import type { Signer } from '../crypto/tokens.ts'
import { widerKeysOf } from '../network.ts'
import type { Database } from './database.ts'
import { deleteInBatches } from './delete-in-batches.ts'

type Limit = { name: string; limit: number; windowMs: number }
export type Taken = { count: number; retryAfterSeconds: number }
export type DatabaseTaken = Taken & {
  /** Undoes this `take`, unless its window has ended. */
  giveBack: () => Promise<unknown>
}

/**
 * Works like platform/concurrency/rate-limiter.ts, but counts in the database, so limits apply across nodes and survive
 * restarts. The limits themselves are in src/server/rate-limits.ts. Keys may contain a network, so only their signature is stored. A key that ends in an IPv6 network also
 * counts toward the wider networks around it.
 */
export function createDatabaseRateLimiter({ db, clock, signer }: { db: Database; clock: Clock; signer: Signer }) {
  const keyOf = (name: string, key: string) => signer.sign(`limit/${name}/${key}`)

  const secondsUntil = (instant: string) => Math.max(1, Math.ceil((Date.parse(instant) - clock.now().getTime()) / 1000))

  /** Uses a single statement to count, so that concurrent calls can't exceed the limit. */
  async function take(key: string, amount: number, limit: number, windowMs: number) {
    const now = instantNow(clock)
    const row = { key, count: amount, ends_at: instantIn(clock, windowMs) }
    const taken = await db
      .insertInto('rate_limits')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({
            count: eb
              .case()
              .when('rate_limits.ends_at', '<=', now)
              .then(amount)
              .else(eb('rate_limits.count', '+', amount))
              .end(),
            ends_at: eb
              .case()
              .when('rate_limits.ends_at', '<=', now)
              .then(row.ends_at)
              .else(eb.ref('rate_limits.ends_at'))
              .end(),
          }))
          .where((eb) => eb.or([eb('rate_limits.ends_at', '<=', now), eb('rate_limits.count', '<=', limit - amount)])),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirst()
    if (taken) return { window: { key, ends_at: taken.ends_at }, count: taken.count, retryAfterSeconds: 0 }
    const full = await db.selectFrom('rate_limits').select('ends_at').where('key', '=', key).executeTakeFirst()
    return { retryAfterSeconds: full ? secondsUntil(full.ends_at) : 1 }
  }

  /** Without `ends_at`, this gives back to the current window of the key. */
  const giveBack = (windows: readonly { key: string; ends_at?: string }[], amount = 1) =>
    db
      .updateTable('rate_limits')
      .set((eb) => ({ count: eb('count', '-', amount) }))
      .where((eb) => eb.or(windows.map((window) => eb.and(window))))
      .where('count', '>=', amount)
      .execute()

  return {
    define({ name, limit, windowMs }: Limit) {
      const countedFor = (key: string) =>
        [{ key, times: 1 }, ...widerKeysOf(key)].map((counted) => ({
          key: keyOf(name, counted.key),
          limit: limit * counted.times,
        }))
      const keysOf = (key: string) => countedFor(key).map((counted) => counted.key)

      return {
        /** Counts `amount` and returns the new total. If that would exceed a limit, it counts nothing. */
        async take(key: string, amount = 1): Promise<DatabaseTaken> {
          const taken: { key: string; ends_at: string }[] = []
          let count = 0
          for (const counted of countedFor(key)) {
            const now = await take(counted.key, amount, counted.limit, windowMs)
            if (!now.window) {
              if (taken.length > 0) await giveBack(taken, amount)
              return { count: limit + 1, retryAfterSeconds: now.retryAfterSeconds, giveBack: async () => {} }
            }
            taken.push(now.window)
            count ||= now.count
          }
          return { count, retryAfterSeconds: 0, giveBack: () => giveBack(taken, amount) }
        },

        async retryAfterSeconds(key: string): Promise<number> {
          const full = await db
            .selectFrom('rate_limits')
            .select('ends_at')
            .where((eb) =>
              eb.or(countedFor(key).map((counted) => eb('key', '=', counted.key).and('count', '>=', counted.limit))),
            )
            .where('ends_at', '>', instantNow(clock))
            .execute()
          return Math.max(0, ...full.map(({ ends_at }) => secondsUntil(ends_at)))
        },

        /** Undoes one `take` with an amount of 1. */
        giveBack: (key: string) => giveBack(keysOf(key).map((counted) => ({ key: counted }))),

        forget: (key: string) => db.deleteFrom('rate_limits').where('key', 'in', keysOf(key)).execute(),
      }
    },

    removeExpired: () =>
      deleteInBatches(db, { table: 'rate_limits', key: ['key'], where: sql`ends_at <= ${instantNow(clock)}` }),
  }
}
export type DatabaseRateLimiter = ReturnType<typeof createDatabaseRateLimiter>
