import { sql } from 'kysely'
import { allLinks, currentHour } from '#server/platform/database/counters.ts'
import type { Database } from '#server/platform/database/database.ts'

/** What the whole server holds. It may be as old as the replica is. */
export function createOverviewRepository(replica: Database) {
  return {
    /** Accounts are counted in an index, what they have is read from their counters: no link or image is. */
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

    /** Of all accounts, from where their counters stood when an hour began; who had no visitors since then is not read. */
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
