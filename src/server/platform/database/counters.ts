/** All that is counted of a link. Of the visits the rest came from other kinds of devices. */
export type Counts = {
  visits: number
  visitors: number
  /** Of images. */
  views: number
  downloads: number
  /** Not counted as any of these: requests of machines, of the owner, and again by the same visitor. */
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

/** The hour under which counters stand as they are now: later than any other. */
export const currentHour = 2_147_483_647

/** In place of a link: the counters of all links of an account. */
export const allLinks = ''
