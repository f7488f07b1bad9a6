import { LRUCache } from 'lru-cache'
import { days, hours } from '#server/platform/clock.ts'
import { hourOf } from './counter-snapshots.ts'

/** `date` is a local calendar day. `hour` is its start in hours since the Unix epoch. */
export type LocalDay = { date: string; hour: number }

const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 200,
  memoMethod: (timeZone) => {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts, hourCycle: 'h23' })
  },
})

/** Returns the local time as if it were UTC. */
function wallClock(format: Intl.DateTimeFormat, instant: number) {
  const [, day, month, year, hour, minute] = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(format.format(instant)) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/** Counts calendar days back from `now`. If a day starts between two full UTC hours, its start is rounded. */
export function createCalendar(now: Date, timeZone: string) {
  const format = formats.memo(timeZone)
  const today = Math.floor(wallClock(format, now.getTime()) / days(1)) * days(1)
  let ahead = 0

  return function dayAgo(count: number): LocalDay {
    const midnight = today - days(count)
    // Start with the offset of the previous call, which is usually right.
    for (let tries = 0; tries < 2 && wallClock(format, midnight - ahead) !== midnight; tries++) {
      ahead = wallClock(format, midnight - ahead) - (midnight - ahead)
    }
    return { date: new Date(midnight).toISOString().slice(0, 10), hour: hourOf(midnight - ahead + hours(0.5)) }
  }
}
