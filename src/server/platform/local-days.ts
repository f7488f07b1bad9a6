import { days, hours } from './clock.ts'
import { wallClock } from './time-zones.ts'

export const hourOf = (ms: number) => Math.floor(ms / hours(1))

/** `date` is a local calendar day. `hour` is its start in hours since the Unix epoch. */
export type LocalDay = { date: string; hour: number }

/** Counts calendar days back from `now`. If a day starts between two full UTC hours, its start is rounded. */
export function createCalendar(now: Date, timeZone: string) {
  const today = Math.floor(wallClock(timeZone, now.getTime()) / days(1)) * days(1)
  let ahead = 0

  return function dayAgo(count: number): LocalDay {
    const midnight = today - days(count)
    // Start with the offset of the previous call, which is usually right.
    for (let tries = 0; tries < 2 && wallClock(timeZone, midnight - ahead) !== midnight; tries++) {
      ahead = wallClock(timeZone, midnight - ahead) - (midnight - ahead)
    }
    return { date: new Date(midnight).toISOString().slice(0, 10), hour: hourOf(midnight - ahead + hours(0.5)) }
  }
}
