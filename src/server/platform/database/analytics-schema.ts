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
 * A visitor's events on one link or image on one day. The key is a salted hash. Events before `seen_until` (Unix
 * milliseconds) are repeats, and `events` counts the others. This table gets the most writes, so its rows are small.
 */
type RecentVisitorRow = { visitor_key: number; seen_until: number; events: Generated<number> }

/** Once a day's salt is deleted, its hashes can't be traced back to anyone. */
type VisitorSaltRow = { day: string; salt: string }

/**
 * The counters at the start of each hour with events. `hour` is in hours since 1970. The `currentHour` row has the
 * current values. `allLinks` rows have the account's totals.
 */
type CounterSnapshotRow = Counts & { user_id: string; link_id: string; hour: number }

/** An image's views at the start of each hour in which it was viewed. The current value is in `images`. */
type ImageViewSnapshotRow = { image_id: string; hour: number; views: number }

/** Visits by referrer, per day and per month (UTC). `allLinks` rows have the account's totals. */
type ReferrerRow = { user_id: string; link_id: string; span: string; host: string; visits: number }
