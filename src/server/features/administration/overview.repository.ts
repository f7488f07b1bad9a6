import { sql } from 'kysely'
import { allLinks, currentHour } from '#server/features/analytics/analytics.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Reads the totals of the whole server from the replica, so they can lag behind. */
export function createOverviewRepository(replica: Database) {
  return {
    /** Reads only an index and the counters of each account, never links or images. */
    async countAll(weekAgo: string) {
      const { rows } = await sql<{ accounts: number; recent: number; links: number; images: number }>`
        select (select count(*) from users where removed_at is null) as accounts,
          (select count(*) from users where removed_at is null and created_at >= ${weekAgo}) as recent,
          coalesce(sum(links), 0) as links, coalesce(sum(images), 0) as images from usage`.execute(replica)
      const [row] = rows
      return {
        accounts: Number(row?.accounts ?? 0),
        newAccounts: Number(row?.recent ?? 0),
        links: Number(row?.links ?? 0),
        images: Number(row?.images ?? 0),
      }
    },

    /** Sums up how much the counters have grown since that hour. Skips accounts without visits since then. */
    async countVisitsSince(hour: number) {
      const { rows } = await sql<{ visits: number }>`
        select coalesce(sum(present.visits - first.visits), 0) as visits
        from (
          select user_id, min(hour) as hour from counter_snapshots
          where hour >= ${hour} and hour < ${sql.lit(currentHour)} and link_id = ${allLinks} group by user_id
        ) as since
        cross join counter_snapshots as first
        cross join counter_snapshots as present
        where first.user_id = since.user_id and first.link_id = ${allLinks} and first.hour = since.hour
          and present.user_id = since.user_id and present.link_id = ${allLinks}
          and present.hour = ${sql.lit(currentHour)}`.execute(replica)
      return Number(rows[0]?.visits ?? 0)
    },
  }
}
export type OverviewRepository = ReturnType<typeof createOverviewRepository>
