import { type CompiledQuery, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { anyMonth, dayAt, monthAt, presentHour, type Subject } from './counter-snapshots.ts'
import { type Counts, counters } from './counts.ts'

export function createVisitCounterRepository(db: Database) {
  const prepared: Prepared = new Map()
  return withTransactions(db, (bound) => bind(bound, prepared))
}
export type VisitCounterRepository = ReturnType<typeof createVisitCounterRepository>

/** By how much the counters of a link, or of all links of an account, move. */
type Move = { ownerId: string; linkId: string; counts: Counts }

type Prepared = Map<number, CompiledQuery>

const plusExcluded = Object.fromEntries(
  counters.map((name) => [name, sql<number>`${sql.ref(`readings.${name}`)} + ${sql.ref(`excluded.${name}`)}`]),
)

function bind(db: Database, prepared: Prepared) {
  /** Made once for each number of rows: making it costs more than running it, and every visit passes through here. */
  function rememberMany(count: number): CompiledQuery {
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
            looks: sql<number>`recent_visitors.looks + 1`,
          })
          .where('recent_visitors.seen_until', '<=', 0),
      )
      .returning(['visitor_key as key', 'looks as count'])
      .compile()
    prepared.set(count, statement)
    return statement
  }

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

    async findSalt(day: string) {
      const row = await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirst()
      return row?.salt
    },

    removeSaltsBefore: (day: string) => db.deleteFrom('visitor_salts').where('day', '<', day).execute(),

    /** Those of the visitors who were not seen within their time; all of them are remembered until `until`. */
    async remember(keys: number[], now: number, until: number) {
      const statement = rememberMany(keys.length)
      const parameters = [...keys.flatMap((key) => [key, until]), now]
      const { rows } = await db.executeQuery<{ key: number | string; count: number }>({ ...statement, parameters })
      return rows.map(({ key, count }) => ({ key: Number(key), count }))
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

    removeMarks: ({ from, to }: { from: number; to: number }) =>
      db.deleteFrom('recent_visitors').where('visitor_key', '>=', from).where('visitor_key', '<', to).execute(),

    /** false when the link is gone. Adding nothing keeps it from going until we are done. */
    async addVisits(linkId: string, count: number) {
      const result = await db
        .updateTable('links')
        .set((eb) => ({ views: eb('views', '+', count) }))
        .where('id', '=', linkId)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    /** Writes down where the image's views stood, if this is their first in the hour. */
    async addViews(imageId: string, count: number, hour: number) {
      const image = await db
        .updateTable('images')
        .set((eb) => ({ views: eb('views', '+', count) }))
        .where('id', '=', imageId)
        .returning('views')
        .executeTakeFirst()
      if (!image) return
      await db
        .insertInto('image_readings')
        .values({ image_id: imageId, hour, views: image.views - count })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Moves the counters on, and writes down where they stood if this is their first move in the hour. */
    async advance(moves: Move[], hour: number) {
      const present = await db
        .insertInto('readings')
        .values(moves.map((move) => toReading(move, presentHour, move.counts)))
        .onConflict((conflict) => conflict.columns(['user_id', 'link_id', 'hour']).doUpdateSet(plusExcluded))
        .returningAll()
        .execute()
      const standing = new Map(present.map((row) => [`${row.user_id} ${row.link_id}`, row]))
      const before = moves.flatMap((move) => {
        const now = standing.get(`${move.ownerId} ${move.linkId}`)
        return now ? [toReading(move, hour, minus(now, move.counts))] : []
      })
      await db
        .insertInto('readings')
        .values(before)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** The hosts that have rows of their own on a day or in a month. */
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

    removeReadingsBefore: (hour: number) => db.deleteFrom('readings').where('hour', '<', hour).execute(),
    removeImageReadingsBefore: (hour: number) => db.deleteFrom('image_readings').where('hour', '<', hour).execute(),
    async removeReferrersBefore(instant: Date) {
      await db.deleteFrom('referrers').where('span', '<', dayAt(instant)).execute()
      await db.deleteFrom('referrers').where('span', '>', anyMonth).where('span', '<', monthAt(instant)).execute()
    },
  }
}

const toReading = ({ ownerId, linkId }: Move, hour: number, counts: Counts) => ({
  user_id: ownerId,
  link_id: linkId,
  hour,
  ...counts,
})

const minus = (now: Counts, counts: Counts) =>
  Object.fromEntries(counters.map((name) => [name, now[name] - counts[name]])) as Counts
