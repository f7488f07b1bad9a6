import type { Generated } from 'kysely'
import type { Counts } from './counters.ts'

export type AnalyticsTables = {
  recent_visitors: RecentVisitorRow
  visitor_salts: VisitorSaltRow
  counter_snapshots: CounterSnapshotRow
  image_view_snapshots: ImageViewSnapshotRow
  referrers: ReferrerRow
}

/**
 * Who came to what on a day, as a number made of a salted hash: until when (milliseconds since 1970) their events are
 * repeats, and how many events counted. The table that is written most, so its rows are small.
 */
type RecentVisitorRow = { visitor_key: number; seen_until: number; events: Generated<number> }

/** The salt of a day; once it is gone, nobody can tell whose hashes they were. */
type VisitorSaltRow = { day: string; salt: string }

/**
 * Where the counters stood when an hour began in which something was counted; the row of `currentHour` has where they
 * stand now. Hours are numbered from 1970 on. Under `allLinks`: the whole account's.
 */
type CounterSnapshotRow = Counts & { user_id: string; link_id: string; hour: number }

/** Where an image's views stood when an hour began in which it was viewed; where they stand now is in its own row. */
type ImageViewSnapshotRow = { image_id: string; hour: number; views: number }

/** Visits by where they came from, on a day and again in a month of UTC. Under `allLinks`: the whole account's. */
type ReferrerRow = { user_id: string; link_id: string; span: string; host: string; visits: number }
