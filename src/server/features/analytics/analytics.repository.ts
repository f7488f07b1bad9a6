import { type Expression, type SqlBool, sql } from 'kysely'
import { isLive } from '#server/features/images/live-images.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { allLinks, type Counts, counters, currentHour } from './analytics.tables.ts'
import { dayAt, monthAt, type Subject } from './counter-snapshots.ts'

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>

/** Reads from the replica, so counts can lag behind. */
export function createAnalyticsRepository(replica: Database) {
  const columns = sql.join(counters.map((name) => sql.ref(`counter_snapshots.${name}`)))

  /**
   * Returns the first snapshot at or after each hour. With the cross join, SQLite looks up one row per hour instead of
   * searching the hours for each row.
   */
  async function findNextSnapshots({ userId, linkId }: Subject, hours: number[]) {
    if (hours.length === 0) return []
    const values = sql.join(hours.map((hour) => sql`(cast(${hour} as integer))`))
    const { rows } = await sql<Counts & { at: number }>`
      select wanted.column1 as at, ${columns} from (values ${values}) as wanted cross join counter_snapshots
      where user_id = ${userId} and link_id = ${linkId} and hour = (
        select min(hour) from counter_snapshots
        where user_id = ${userId} and link_id = ${linkId} and hour >= wanted.column1
      )`.execute(replica)
    return rows
  }

  function viewedImages({ userId, linkId }: Subject) {
    const images = replica.selectFrom('images').where('views', '>', 0).where(isLive)
    if (linkId !== allLinks) return images.where('link_id', '=', linkId)
    const trashed = replica.selectFrom('trashed_links').select('link_id').where('user_id', '=', userId)
    return images.where('user_id', '=', userId).where('link_id', 'not in', trashed)
  }

  /** Reads single days until the end of the first month, and then whole months. */
  function referrersSince(since: Date, ofLinks: Expression<SqlBool>) {
    const rows = replica.selectFrom('referrers').select(['host', 'visits']).where(ofLinks)
    const nextMonth = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1))
    return rows
      .where('span', '>=', dayAt(since))
      .where('span', '<', dayAt(nextMonth))
      .unionAll(rows.where('span', '>=', monthAt(nextMonth)))
      .execute()
  }

  return {
    /** Returns the counters at the start of each hour, or an empty map if nothing was ever counted. */
    async findSnapshots(subject: Subject, hours: number[]) {
      // Busy accounts have a snapshot for most hours, and an exact lookup is faster.
      const exact = await replica
        .selectFrom('counter_snapshots')
        .select(['hour as at', ...counters])
        .where('user_id', '=', subject.userId)
        .where('link_id', '=', subject.linkId)
        .where('hour', 'in', hours)
        .execute()
      const found = new Map<number, Counts>(exact.map(({ at, ...counts }) => [at, counts]))
      const rest = hours.filter((hour) => !found.has(hour))
      for (const { at, ...counts } of await findNextSnapshots(subject, rest)) found.set(at, counts)
      return found
    },

    /** Lists the links in the user's trash that were visited since this hour. The counters of the others didn't change. */
    async listTrashedLinks(userId: string, since: number) {
      const rows = await replica
        .selectFrom('trashed_links')
        .select('link_id')
        .where('user_id', '=', userId)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('counter_snapshots')
              .select('hour')
              .where('counter_snapshots.user_id', '=', userId)
              .whereRef('counter_snapshots.link_id', '=', 'trashed_links.link_id')
              .where('hour', '>=', since)
              .where('hour', '<', currentHour),
          ),
        )
        .execute()
      return rows.map((row) => row.link_id)
    },

    /** Adds up the counters of these links at the start of each hour. */
    async sumSnapshots(userId: string, linkIds: string[], hours: number[]) {
      const links = sql.join(linkIds.map((id) => sql`(${id})`))
      const values = sql.join(hours.map((hour) => sql`(cast(${hour} as integer))`))
      const sums = sql.join(
        counters.map((name) => sql`sum(${sql.ref(`counter_snapshots.${name}`)}) as ${sql.ref(name)}`),
      )
      const { rows } = await sql<Counts & { at: number }>`
        select wanted.column1 as at, ${sums}
        from (values ${links}) as place cross join (values ${values}) as wanted cross join counter_snapshots
        where user_id = ${userId} and link_id = place.column1 and hour = (
          select min(hour) from counter_snapshots
          where user_id = ${userId} and link_id = place.column1 and hour >= wanted.column1
        )
        group by wanted.column1`.execute(replica)
      return rows
    },

    /** Lists the images that were ever viewed. */
    listViewedImages: (subject: Subject) => viewedImages(subject).select(['images.id', 'images.views']).execute(),

    /** Also returns the first snapshot since this hour, or null if the image wasn't viewed since. */
    listViewedImagesSince: (subject: Subject, since: number) =>
      viewedImages(subject)
        .select(['images.id', 'images.views'])
        .select((eb) =>
          eb
            .selectFrom('image_view_snapshots')
            .select('image_view_snapshots.views')
            .whereRef('image_id', '=', 'images.id')
            .where('hour', '>=', since)
            .orderBy('hour')
            .limit(1)
            .as('viewsBefore'),
        )
        .execute(),

    /** Counts from the UTC day of `since` and lists the invitations with the most visits first. */
    async listInvitations({ userId, linkId }: Subject, since: Date, limit: number) {
      const rows = await replica
        .selectFrom('invitations')
        .innerJoin('links', 'links.id', 'invitations.link_id')
        .innerJoin('invitation_days', 'invitation_days.invitation_id', 'invitations.id')
        .select(['invitations.id', 'invitations.name', 'links.title'])
        .select((eb) => [
          eb.fn.sum('invitation_days.visits').as('visits'),
          eb.fn.sum('invitation_days.views').as('views'),
          eb.fn.sum('invitation_days.downloads').as('downloads'),
        ])
        .where('links.user_id', '=', userId)
        .$if(linkId !== allLinks, (query) => query.where('links.id', '=', linkId))
        .where('invitation_days.day', '>=', dayAt(since))
        .groupBy(['invitations.id', 'invitations.name', 'links.title'])
        .orderBy('visits', 'desc')
        .orderBy('invitations.id')
        .limit(limit)
        .execute()
      return rows.map(({ id, name, title, visits, views, downloads }) => ({
        _id: id,
        name,
        linkTitle: title,
        visits: Number(visits),
        imageViews: Number(views),
        downloads: Number(downloads),
      }))
    },

    listReferrers: ({ userId, linkId }: Subject, since: Date) =>
      referrersSince(since, sql<SqlBool>`user_id = ${userId} and link_id = ${linkId}`),

    listTrashedReferrers: (userId: string, since: Date) =>
      referrersSince(
        since,
        sql<SqlBool>`user_id = ${userId} and link_id in (select link_id from trashed_links where user_id = ${userId})`,
      ),
  }
}
