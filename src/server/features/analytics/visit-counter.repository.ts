import { type CompiledQuery, sql } from 'kysely'
import { addInvitationCounts } from '#server/features/access/invitations.repository.ts'
import { insertEvent, type PreparedEvent } from '#server/features/activity/events.repository.ts'
import { addViews } from '#server/features/images/images.repository.ts'
import { addVisits } from '#server/features/links/trashed-links.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { type Counts, counters, currentHour } from './analytics.tables.ts'
import { anyMonth, countsBetween, dayAt, type InvitationCounts, monthAt, type Subject } from './counter-snapshots.ts'

/** A statement has at most this many rows, because the event loop runs only between statements. */
const maxRows = 128

/** Deleting this many takes a few milliseconds, because the rows are small and in key order. */
const visitorsPerStep = 2000

/** Uses batch sizes that are powers of two, so there are few distinct statements and each is prepared once. */
export function* batchesOf<T>(items: T[]): Generator<T[]> {
  let size = maxRows
  for (let start = 0; start < items.length; start += size) {
    while (size > items.length - start) size /= 2
    yield items.slice(start, start + size)
  }
}

export function createVisitCounterRepository(db: Database) {
  const prepared: Prepared = new Map()
  return withTransactions(db, (bound) => bind(bound, prepared))
}
export type VisitCounterRepository = ReturnType<typeof createVisitCounterRepository>

type Addition = { ownerId: string; linkId: string; counts: Counts }

type Prepared = Map<number, CompiledQuery>

const plusExcluded = Object.fromEntries(
  counters.map((name) => [name, sql<number>`${sql.ref(`counter_snapshots.${name}`)} + ${sql.ref(`excluded.${name}`)}`]),
)

function bind(db: Database, prepared: Prepared) {
  /** Compiles the query once per row count, because compiling takes longer than running it. */
  function insertVisitors(count: number): CompiledQuery {
    const known = prepared.get(count)
    if (known) return known
    const statement = db
      .insertInto('recent_visitors')
      .values(Array(count).fill({ visitor_key: 0, seen_until: 0 }))
      .onConflict((conflict) =>
        conflict
          .column('visitor_key')
          .doUpdateSet({
            seen_until: sql<number>`excluded.seen_until`,
            events: sql<number>`recent_visitors.events + 1`,
          })
          .where('recent_visitors.seen_until', '<=', 0),
      )
      .returning(['visitor_key as key', 'events'])
      .compile()
    prepared.set(count, statement)
    return statement
  }

  return {
    /** Stores `fresh` as the day's salt, unless another node was faster. Returns the stored salt. */
    async ensureSalt(day: string, fresh: string) {
      await db
        .insertInto('visitor_salts')
        .values({ day, salt: fresh })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
      return row.salt
    },

    async findSalt(day: string) {
      const row = await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirst()
      return row?.salt
    },

    removeSaltsBefore: (day: string) => db.deleteFrom('visitor_salts').where('day', '<', day).execute(),

    /** Returns today's event count for each visitor who isn't a repeat, and marks them as seen until `until`. */
    async recordVisitors(keys: number[], now: number, until: number) {
      const statement = insertVisitors(keys.length)
      const parameters = [...keys.flatMap((key) => [key, until]), now]
      const { rows } = await db.executeQuery<{ key: number | string; events: number }>({ ...statement, parameters })
      return rows.map(({ key, events }) => ({ key: Number(key), events }))
    },

    async findSeen(keys: number[], now: number) {
      const rows = await db
        .selectFrom('recent_visitors')
        .select(['visitor_key as key', 'seen_until as until'])
        .where('visitor_key', 'in', keys)
        .where('seen_until', '>', now)
        .execute()
      return rows.map(({ key, until }) => ({ key: Number(key), until: Number(until) }))
    },

    removeVisitors: ({ from, to }: { from: number; to: number }) =>
      deleteInBatches(db, {
        table: 'recent_visitors',
        key: ['visitor_key'],
        where: sql`visitor_key >= ${from} and visitor_key < ${to}`,
        limit: visitorsPerStep,
      }),

    addVisits: (link: Pick<Addition, 'linkId' | 'ownerId'>, count: number) => addVisits(db, link, count),

    /** The first views of an hour also insert a snapshot of the previous view count. */
    async addViews(imageId: string, count: number, hour: number) {
      const views = await addViews(db, imageId, count)
      if (views === undefined) return
      await db
        .insertInto('image_view_snapshots')
        .values({ image_id: imageId, hour, views: views - count })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Adds to the totals and the current UTC day. Returns the link and name if these are the first visits. */
    async addInvitationCounts(id: string, counts: InvitationCounts, now: Date) {
      const row = await addInvitationCounts(db, id, counts, now.toISOString())
      if (!row) return undefined
      const { visits, views, downloads } = counts
      await db
        .insertInto('invitation_days')
        .values({ invitation_id: id, day: dayAt(now), visits, views, downloads })
        .onConflict((conflict) =>
          conflict.columns(['invitation_id', 'day']).doUpdateSet((eb) => ({
            visits: eb('invitation_days.visits', '+', eb.ref('excluded.visits')),
            views: eb('invitation_days.views', '+', eb.ref('excluded.views')),
            downloads: eb('invitation_days.downloads', '+', eb.ref('excluded.downloads')),
          })),
        )
        .execute()
      if (visits === 0 || row.visits > visits) return undefined
      const link = await db.selectFrom('links').select('user_id').where('id', '=', row.linkId).executeTakeFirstOrThrow()
      return { link: { id: row.linkId, userId: link.user_id }, name: row.name }
    },

    insertEvent: (event: PreparedEvent) => insertEvent(db, event),

    /** The first addition of an hour also inserts a snapshot of the previous counters. */
    async addCounts(additions: Addition[], hour: number) {
      const present = await db
        .insertInto('counter_snapshots')
        .values(additions.map((addition) => toSnapshot(addition, currentHour, addition.counts)))
        .onConflict((conflict) => conflict.columns(['user_id', 'link_id', 'hour']).doUpdateSet(plusExcluded))
        .returningAll()
        .execute()
      const bySubject = new Map(present.map((row) => [`${row.user_id} ${row.link_id}`, row]))
      const before = additions.flatMap((addition) => {
        const now = bySubject.get(`${addition.ownerId} ${addition.linkId}`)
        return now ? [toSnapshot(addition, hour, countsBetween(addition.counts, now))] : []
      })
      await db
        .insertInto('counter_snapshots')
        .values(before)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    listHosts: ({ userId, linkId }: Subject, span: string) =>
      db
        .selectFrom('referrers')
        .select('host')
        .where('user_id', '=', userId)
        .where('link_id', '=', linkId)
        .where('span', '=', span)
        .execute(),

    addReferrers: ({ userId, linkId }: Subject, span: string, hosts: [host: string, visits: number][]) =>
      db
        .insertInto('referrers')
        .values(hosts.map(([host, visits]) => ({ user_id: userId, link_id: linkId, span, host, visits })))
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'link_id', 'span', 'host'])
            .doUpdateSet((eb) => ({ visits: eb('referrers.visits', '+', eb.ref('excluded.visits')) })),
        )
        .execute(),

    removeSnapshotsBefore: (hour: number) =>
      deleteInBatches(db, {
        table: 'counter_snapshots',
        key: ['user_id', 'link_id', 'hour'],
        where: sql`hour < ${hour}`,
      }),
    removeImageSnapshotsBefore: (hour: number) =>
      deleteInBatches(db, { table: 'image_view_snapshots', key: ['image_id', 'hour'], where: sql`hour < ${hour}` }),
    removeInvitationDaysBefore: (instant: Date) =>
      deleteInBatches(db, {
        table: 'invitation_days',
        key: ['invitation_id', 'day'],
        where: sql`day < ${dayAt(instant)}`,
      }),
    async removeReferrersBefore(instant: Date) {
      const days = sql`span < ${dayAt(instant)}`
      const months = sql`span > ${anyMonth} and span < ${monthAt(instant)}`
      const key = ['user_id', 'link_id', 'span', 'host']
      for (const where of [days, months]) await deleteInBatches(db, { table: 'referrers', key, where })
    },
  }
}

const toSnapshot = ({ ownerId, linkId }: Addition, hour: number, counts: Counts) => ({
  user_id: ownerId,
  link_id: linkId,
  hour,
  ...counts,
})
