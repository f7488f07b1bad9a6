import { hours } from '#server/platform/clock.ts'

/** The hour under which counters stand as they are now: later than any other. */
export const presentHour = 2_147_483_647

/** What is counted: a link, or `allLinks` of an account. */
export type Subject = { userId: string; linkId: string }

/** In place of a link: the counters of all links of an account. */
export const allLinks = ''

/** Where so many hosts brought visitors that they are not told apart, the rest of them. No host is called so. */
export const restHost = 'other'

export const hourOf = (ms: number) => Math.floor(ms / hours(1))

/** Spans of UTC by which referrers are kept: days, and after all of them in order the months. */
export const dayAt = (instant: Date) => instant.toISOString().slice(0, 10)
export const monthAt = (instant: Date) => `${anyMonth}${instant.toISOString().slice(0, 7)}`
export const anyMonth = 'month '
