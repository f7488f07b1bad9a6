import { hours } from '#server/platform/clock.ts'

/** All that is counted of a link. */
export type Counts = {
  visits: number
  visitors: number
  views: number
  downloads: number
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

/** The hour under which counters stand as they are now: later than any other. */
export const presentHour = 2_147_483_647

export const hourOf = (ms: number) => Math.floor(ms / hours(1))

/** Whose counters they are: a link's, or those of `allLinks` of an account. */
export type Subject = { userId: string; linkId: string }

/** In place of a link: the counters of all links of an account. */
export const allLinks = ''

/** Where so many hosts brought visitors that they are not told apart, the rest of them. No host is called so. */
export const restHost = 'other'

/** Spans of UTC by which referrers are kept: days, and after all of them in order the months. */
export const dayAt = (instant: Date) => instant.toISOString().slice(0, 10)
export const monthAt = (instant: Date) => `${anyMonth}${instant.toISOString().slice(0, 7)}`
export const anyMonth = 'month '
