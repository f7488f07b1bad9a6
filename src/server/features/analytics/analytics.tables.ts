import type { Generated } from 'kysely'

export type AnalyticsTables = {
  recent_visitors: RecentVisitorRow
  visitor_salts: VisitorSaltRow
  counter_snapshots: CounterSnapshotRow
  image_view_snapshots: ImageViewSnapshotRow
  referrers: ReferrerRow
  invitation_days: InvitationDayRow
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

type InvitationDayRow = { invitation_id: string; day: string; visits: number; views: number; downloads: number }

/** Visits from other devices, such as TVs, count in none of `phones`, `tablets` and `computers`. */
export type Counts = {
  visits: number
  visitors: number
  views: number
  downloads: number
  /** The other counters don't include bots, the owner or repeats by the same visitor. */
  bots: number
  owner: number
  repeats: number
  phones: number
  tablets: number
  computers: number
}
export const noCounts: Readonly<Counts> = {
  visits: 0,
  visitors: 0,
  views: 0,
  downloads: 0,
  bots: 0,
  owner: 0,
  repeats: 0,
  phones: 0,
  tablets: 0,
  computers: 0,
}
export const counters = Object.keys(noCounts) as (keyof Counts)[]

/** Marks the row with the current values. It sorts after every real hour. */
export const currentHour = 2_147_483_647

/** Used instead of a link ID for an account's totals. */
export const allLinks = ''
