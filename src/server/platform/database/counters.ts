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
