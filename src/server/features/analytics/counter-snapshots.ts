import { type Counts, counters, noCounts } from './analytics.tables.ts'

export type InvitationCounts = { visits: number; views: number; downloads: number }

/** A missing snapshot means that counting hadn't started yet. */
export function countsBetween(from: Counts = noCounts, to: Counts = noCounts) {
  const counts = { ...noCounts }
  for (const name of counters) counts[name] = to[name] - from[name]
  return counts
}

export const increment = (sums: Map<string, number>, key: string, count = 1) =>
  sums.set(key, (sums.get(key) ?? 0) + count)

/** If `linkId` is `allLinks`, the subject is the whole account. */
export type Subject = { userId: string; linkId: string }

/** Groups the hosts beyond the limit. Host names are stored only if they contain a dot, so this can't be one. */
export const restHost = 'other'

/** Referrers are stored by UTC day and by month. Month keys sort after all day keys. */
export const dayAt = (instant: Date) => instant.toISOString().slice(0, 10)
export const monthAt = (instant: Date) => `${anyMonth}${instant.toISOString().slice(0, 7)}`
export const anyMonth = 'month '
