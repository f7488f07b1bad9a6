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

export function addCounts(to: Counts, more: Counts) {
  for (const name of counters) to[name] += more[name]
}
