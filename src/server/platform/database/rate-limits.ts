import { sql } from 'kysely'
import { type Clock, instantIn, instantNow } from '../clock.ts'
import type { Signer } from '../crypto/tokens.ts'
import type { Database } from './database.ts'
import { deleteInSteps } from './delete-in-steps.ts'

type Limit = { name: string; limit: number; windowMs: number }

/**
 * Fixed-window counters like those of platform/concurrency/rate-limiter.ts, but kept in the database: they hold on all nodes
 * together and survive a restart. A key may hold somebody's network, so only its signature is stored.
 */
export function createRateLimits({ db, clock, signer }: { db: Database; clock: Clock; signer: Signer }) {
  const keyOf = (name: string, key: string) => signer.sign(`limit/${name}/${key}`)

  const secondsUntil = (instant: string) => Math.max(1, Math.ceil((Date.parse(instant) - clock.now().getTime()) / 1000))

  return {
    define: ({ name, limit, windowMs }: Limit) => ({
      /** Counts one more, in one statement: of many at once no more than the limit are counted. */
      async take(key: string): Promise<{ count: number; retryAfterSeconds: number }> {
        const now = instantNow(clock)
        const row = { key: keyOf(name, key), count: 1, ends_at: instantIn(clock, windowMs) }
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
                  .then(1)
                  .else(eb('rate_limits.count', '+', 1))
                  .end(),
                ends_at: eb
                  .case()
                  .when('rate_limits.ends_at', '<=', now)
                  .then(row.ends_at)
                  .else(eb.ref('rate_limits.ends_at'))
                  .end(),
              }))
              .where((eb) => eb.or([eb('rate_limits.ends_at', '<=', now), eb('rate_limits.count', '<', limit)])),
          )
          .returning('count')
          .executeTakeFirst()
        if (taken) return { count: taken.count, retryAfterSeconds: 0 }
        const full = await db.selectFrom('rate_limits').select('ends_at').where('key', '=', row.key).executeTakeFirst()
        return { count: limit + 1, retryAfterSeconds: full ? secondsUntil(full.ends_at) : 1 }
      },

      /** Seconds until the key is below its limit again; 0 when it is now. Counts nothing. */
      async retryAfterSeconds(key: string): Promise<number> {
        const full = await db
          .selectFrom('rate_limits')
          .select('ends_at')
          .where('key', '=', keyOf(name, key))
          .where('count', '>=', limit)
          .where('ends_at', '>', instantNow(clock))
          .executeTakeFirst()
        return full ? secondsUntil(full.ends_at) : 0
      },

      /** Takes back what was counted in vain. */
      giveBack: (key: string) =>
        db
          .updateTable('rate_limits')
          .set((eb) => ({ count: eb('count', '-', 1) }))
          .where('key', '=', keyOf(name, key))
          .where('count', '>', 0)
          .execute(),

      /** All that was counted is over. */
      forget: (key: string) => db.deleteFrom('rate_limits').where('key', '=', keyOf(name, key)).execute(),
    }),

    removeOver: () =>
      deleteInSteps(db, { table: 'rate_limits', key: ['key'], where: sql`ends_at <= ${instantNow(clock)}` }),
  }
}
export type RateLimits = ReturnType<typeof createRateLimits>
