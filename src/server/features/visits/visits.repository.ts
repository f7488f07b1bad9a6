import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'

export const createVisitRepository = (db: Database) => withTransactions(db, bind)
export type VisitRepository = ReturnType<typeof createVisitRepository>

/** Rows in one statement; engines bound how many values it can hold. */
const batchSize = 500

function bind(db: Database) {
  return {
    /** The day's salt, made by whichever node needs it first. */
    async ensureSalt(day: string, fresh: string) {
      await db
        .insertInto('visitor_salts')
        .values({ day, salt: fresh })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
      return row.salt
    },

    removeSaltsBefore: (day: string) => db.deleteFrom('visitor_salts').where('day', '<', day).execute(),

    /** Those of the visitors who were not seen within their time; all of them are remembered until `until`. */
    async remember(keys: string[], now: string, until: string) {
      const fresh: string[] = []
      for (let start = 0; start < keys.length; start += batchSize) {
        const batch = keys.slice(start, start + batchSize)
        const rows = await db
          .insertInto('recent_visitors')
          .values(batch.map((key) => ({ visitor_key: key, seen_until: until })))
          .onConflict((conflict) =>
            conflict
              .column('visitor_key')
              .doUpdateSet({ seen_until: until })
              .where('recent_visitors.seen_until', '<=', now),
          )
          .returning('visitor_key')
          .execute()
        fresh.push(...rows.map((row) => row.visitor_key))
      }
      return fresh
    },

    forgetSeenBefore: (now: string) => db.deleteFrom('recent_visitors').where('seen_until', '<=', now).execute(),

    addViews: (table: 'links' | 'images', id: string, count: number) =>
      sql`update ${sql.table(table)} set views = views + ${sql.lit(count)} where id = ${id}`.execute(db),
  }
}
