import { sql } from 'kysely'
import { setSubtractedUntil } from '#server/features/removals/removals.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { allLinks, counters, currentHour } from './analytics.tables.ts'

const rowsAtOnce = 200

type Removal = { user_id: string; counted_for: string; link_id: string }

/**
 * Subtracts a deleted link's counts from its owner's totals, starting with the oldest hour. Each batch stores its
 * progress in the same transaction, so no count is subtracted twice. Until all hours are done, the owner's chart has a
 * jump at the last hour processed.
 */
export function createCounterSubtractionRepository(db: Database) {
  const columns = sql.join(counters.map((name) => sql.ref(name)))
  const differences = sql.join(
    counters.map((name) => sql`${sql.ref(`counter_snapshots.${name}`)} - ${sql.ref(`gone.${name}`)}`),
  )

  /** Returns the last hour of the next batch. The final batch includes all hours that can still change. */
  async function nextUntil({ counted_for: userId }: Removal, after: number, thisHour: number) {
    const row = await db
      .selectFrom('counter_snapshots')
      .select('hour')
      .where('user_id', '=', userId)
      .where('link_id', '=', allLinks)
      .where('hour', '>', after)
      .orderBy('hour')
      .offset(rowsAtOnce - 1)
      .limit(1)
      .executeTakeFirst()
    return row && row.hour < thisHour - 1 ? row.hour : currentHour
  }

  const subtract = (
    { user_id: removed, counted_for: userId, link_id: linkId }: Removal,
    after: number,
    until: number,
  ) =>
    inTransaction(db, async (tx) => {
      const ofAccount = sql`user_id = ${userId} and link_id = ${allLinks}`
      const ofLink = sql`gone.user_id = ${userId} and gone.link_id = ${linkId}`
      // Lock the row first, so the next statement sees the counts that other nodes have committed.
      await sql`update counter_snapshots set visits = visits where ${ofAccount} and hour = ${currentHour}`.execute(tx)
      await sql`
        update counter_snapshots set (${columns}) = (
          select ${differences} from counter_snapshots as gone
          where ${ofLink} and gone.hour >= counter_snapshots.hour order by gone.hour limit 1
        )
        where ${ofAccount} and hour > ${after} and hour <= ${until}
          and exists (select 1 from counter_snapshots as gone where ${ofLink})`.execute(tx)
      await setSubtractedUntil(tx, removed, until)
    })

  /** Subtracts one batch of the link's referrers. Returns false when there are no more. */
  const subtractHosts = ({ counted_for: userId, link_id: linkId }: Removal) =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ span: string; host: string; visits: number }>`
        delete from referrers where (user_id, link_id, span, host) in (
          select user_id, link_id, span, host from referrers
          where user_id = ${userId} and link_id = ${linkId} limit ${sql.lit(rowsAtOnce)}
        ) returning span, host, visits`.execute(tx)
      if (rows.length === 0) return false
      const values = rows.map(({ span, host, visits }) => sql`(${span}, ${host}, ${sql.lit(visits)})`)
      await sql`
        update referrers set visits = visits - v.column3 from (values ${sql.join(values)}) as v
        where user_id = ${userId} and link_id = ${allLinks} and span = v.column1 and host = v.column2`.execute(tx)
      return true
    })

  return {
    /** Subtracts one batch of hours. Returns false when there are no more. */
    async subtractHours(removal: Removal, thisHour: number) {
      const row = await db
        .selectFrom('removals')
        .select('uncounted_until')
        .where('user_id', '=', removal.user_id)
        .executeTakeFirst()
      const after = row?.uncounted_until ?? currentHour
      if (after === currentHour) return false
      await subtract(removal, after, await nextUntil(removal, after, thisHour))
      return true
    },

    subtractHosts,

    removeEmptyHosts: (userId: string) =>
      deleteInBatches(db, {
        table: 'referrers',
        key: ['user_id', 'link_id', 'span', 'host'],
        where: sql`user_id = ${userId} and link_id = ${allLinks} and visits <= 0`,
      }),
  }
}
