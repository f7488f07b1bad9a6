import { hours } from '#server/platform/clock.ts'
import { type Counts, counters, noCounts } from '#server/platform/database/counters.ts'

/** What is counted of an invitation. */
export type InvitationCounts = { visits: number; views: number; downloads: number }

/** What was counted between two snapshots; one that is not there is from before anything was counted. */
export function countsBetween(from: Counts = noCounts, to: Counts = noCounts) {
  const counts = { ...noCounts }
  for (const name of counters) counts[name] = to[name] - from[name]
  return counts
}

export const increment = (sums: Map<string, number>, key: string, count = 1) =>
  sums.set(key, (sums.get(key) ?? 0) + count)

export const hourOf = (ms: number) => Math.floor(ms / hours(1))

/** Whose counters they are: a link's, or those of `allLinks` of an account. */
export type Subject = { userId: string; linkId: string }

/** Where so many hosts brought visitors that they are not told apart, the rest of them. No host is called so. */
export const restHost = 'other'

/** Spans of UTC by which referrers are kept: days, and after all of them in order the months. */
export const dayAt = (instant: Date) => instant.toISOString().slice(0, 10)
export const monthAt = (instant: Date) => `${anyMonth}${instant.toISOString().slice(0, 7)}`
export const anyMonth = 'month '
