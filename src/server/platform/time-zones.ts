import { LRUCache } from 'lru-cache'
import { days, minutes } from './clock.ts'

const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 200,
  memoMethod: (timeZone) => {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts, hourCycle: 'h23' })
  },
})

/** Returns the local time as if it were UTC, without seconds. */
export function wallClock(timeZone: string, instant: number) {
  const text = formats.memo(timeZone).format(instant)
  const [, day, month, year, hour, minute] = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(text) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/** Returns when it's next `time` (such as 08:00) in the time zone. */
export function nextTimeOfDay(now: Date, time: string, timeZone: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const local = wallClock(timeZone, now.getTime())
  const today = Math.floor(local / days(1)) * days(1) + minutes(hour * 60 + minute)
  const wanted = today > local ? today : today + days(1)
  const guess = wanted - (local - Math.floor(now.getTime() / minutes(1)) * minutes(1))
  // The offset can change in between, on the day when the clocks change.
  return new Date(guess + wanted - wallClock(timeZone, guess))
}
