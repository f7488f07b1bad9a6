import { LRUCache } from 'lru-cache'
import { days, hours } from '#server/platform/clock.ts'
import { hourOf } from './counter-snapshots.ts'

/** A calendar day in a time zone, and the UTC hour it starts at. */
export type LocalDay = { date: string; hour: number }

/** Cached, because creating a formatter takes a hundred times as long as using it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 200,
  memoMethod: (timeZone) => {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts, hourCycle: 'h23' })
  },
})

/** Local time in that zone, expressed as if it were UTC. */
function wallClock(format: Intl.DateTimeFormat, instant: number) {
  const [, day, month, year, hour, minute] = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(format.format(instant)) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/** Calendar days counted back from `now`. A day that starts between two full hours is rounded to the nearer one. */
export function createCalendar(now: Date, timeZone: string) {
  const format = formats.memo(timeZone)
  const today = Math.floor(wallClock(format, now.getTime()) / days(1)) * days(1)
  let ahead = 0

  return function dayAgo(count: number): LocalDay {
    const midnight = today - days(count)
    // The offset is usually the same as in the previous call, unless DST changed in between.
    for (let tries = 0; tries < 2 && wallClock(format, midnight - ahead) !== midnight; tries++) {
      ahead = wallClock(format, midnight - ahead) - (midnight - ahead)
    }
    return { date: new Date(midnight).toISOString().slice(0, 10), hour: hourOf(midnight - ahead + hours(0.5)) }
  }
}
