import { LRUCache } from 'lru-cache'
import { days, hours } from '#server/platform/clock.ts'
import { hourOf } from './counter-snapshots.ts'

/** A day of the calendar somewhere, and the hour (of UTC) that it begins with there. */
export type LocalDay = { date: string; hour: number }

/** Making one takes a hundred times as long as using it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 200,
  memoMethod: (timeZone) => {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts, hourCycle: 'h23' })
  },
})

/** What the clocks show there at an instant, as if it were UTC. */
function wallClock(format: Intl.DateTimeFormat, instant: number) {
  const [, day, month, year, hour, minute] = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(format.format(instant)) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/**
 * The days of the calendar there, counted back from the one of `now`. Where a day begins between two full hours, it is
 * taken to begin with the nearer one.
 */
export function createCalendar(now: Date, timeZone: string) {
  const format = formats.memo(timeZone)
  const today = Math.floor(wallClock(format, now.getTime()) / days(1)) * days(1)
  let ahead = 0

  return function dayAgo(count: number): LocalDay {
    const midnight = today - days(count)
    // Most days the clocks are as far ahead of UTC as on the day asked for before; else they were put forward or back.
    for (let tries = 0; tries < 2 && wallClock(format, midnight - ahead) !== midnight; tries++) {
      ahead = wallClock(format, midnight - ahead) - (midnight - ahead)
    }
    return { date: new Date(midnight).toISOString().slice(0, 10), hour: hourOf(midnight - ahead + hours(0.5)) }
  }
}
