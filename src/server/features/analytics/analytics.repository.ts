import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { allLinks, type Counts, counters, dayAt, monthAt, type Subject } from './counter-snapshots.ts'

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>

export function createAnalyticsRepository(db: Database) {
  const columns = sql.join(counters.map((name) => sql.ref(`counter_snapshots.${name}`)))

  return {
    async findLink(id: string) {
      const row = await db
        .selectFrom('links')
        .select(['id', 'title', 'user_id', 'is_private', 'expires_at'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      const { title, user_id: userId, is_private, expires_at: expiresAt } = row
      return { id, title, userId, isPrivate: is_private === 1, expiresAt }
    },

    /**
     * Where the counters stood when each of the hours began; nothing where nothing was ever counted. A cross join, since
     * SQLite then looks one row up for each hour; else it may look for an hour for each row.
     */
    async findSnapshots({ userId, linkId }: Subject, hours: number[]) {
      const values = sql.join(hours.map((hour) => sql`(cast(${hour} as integer))`))
      const { rows } = await sql<Counts & { at: number }>`
        select wanted.column1 as at, ${columns} from (values ${values}) as wanted cross join counter_snapshots
        where user_id = ${userId} and link_id = ${linkId} and hour = (
          select min(hour) from counter_snapshots
          where user_id = ${userId} and link_id = ${linkId} and hour >= wanted.column1
        )`.execute(db)
      return new Map(rows.map((row) => [row.at, row]))
    },

    /** The images viewed most since an hour. */
    async listTopImages({ userId, linkId }: Subject, since: number, limit: number) {
      const owned = linkId === allLinks ? sql`user_id = ${userId}` : sql`link_id = ${linkId}`
      const { rows } = await sql<{ id: string; recent: number }>`
        select id, recent from (
          select id, views - (
            select image_view_snapshots.views from image_view_snapshots
            where image_id = images.id and hour >= ${since} order by hour limit 1
          ) as recent
          from images where ${owned} and views > 0
        ) as viewed
        where recent > 0 order by recent desc, id limit ${sql.lit(limit)}`.execute(db)
      return rows.map(({ id, recent }) => ({ id, views: recent }))
    },

    /** Since a day (of UTC): by days to the end of its month, and by months from there on. */
    async listReferrers({ userId, linkId }: Subject, since: Date) {
      const rows = db
        .selectFrom('referrers')
        .select(['host', 'visits'])
        .where('user_id', '=', userId)
        .where('link_id', '=', linkId)
      const nextMonth = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1))
      return rows
        .where('span', '>=', dayAt(since))
        .where('span', '<', dayAt(nextMonth))
        .unionAll(rows.where('span', '>=', monthAt(nextMonth)))
        .execute()
    },
  }
}
