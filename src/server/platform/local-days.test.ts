import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCalendar } from './local-days.ts'

const lastDays = (count: number, now: string, timeZone: string) => {
  const dayAgo = createCalendar(new Date(now), timeZone)
  return Array.from({ length: count }, (_, n) => dayAgo(count - 1 - n))
}
const begins = (day: { hour: number } | undefined) => new Date((day?.hour ?? 0) * 3_600_000).toISOString()

test('days follow the local calendar', () => {
  const [yesterday, today] = lastDays(2, '2026-11-15T23:30:00Z', 'Europe/Berlin')
  expect([yesterday?.date, today?.date]).toEqual(['2026-11-15', '2026-11-16'])
  expect(begins(today)).toBe('2026-11-15T23:00:00.000Z')
  expect(lastDays(1, '2026-11-15T23:30:00Z', 'America/New_York')).toMatchObject([{ date: '2026-11-15' }])
})

test('a day has 23 hours when clocks go forward and 25 when they go back', () => {
  const hoursOf = (now: string) => {
    const [one, other] = lastDays(2, now, 'Europe/Berlin')
    return (other?.hour ?? 0) - (one?.hour ?? 0)
  }
  expect(hoursOf('2026-03-30T12:00:00Z')).toBe(23)
  expect(hoursOf('2026-10-26T12:00:00Z')).toBe(25)
  expect(hoursOf('2026-07-26T12:00:00Z')).toBe(24)
})

describe('the start of a day is rounded to the nearest full hour, half hours up', () => {
  test.each([
    ['Asia/Kathmandu', '2026-11-14T18:00:00.000Z'],
    ['Australia/Eucla', '2026-11-14T15:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-14T19:00:00.000Z'],
  ])('in %s', (timeZone, hour) => {
    expect(begins(lastDays(1, '2026-11-15T06:00:00Z', timeZone)[0])).toBe(hour)
  })
})

test('in seven time zones, no day is skipped and each starts around midnight', () => {
  const zones = [
    'UTC',
    'Europe/Lisbon',
    'America/Santiago',
    'Pacific/Apia',
    'Asia/Tehran',
    'Africa/Cairo',
    'Pacific/Chatham',
  ]
  const someTime = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(someTime, fc.constantFrom(...zones), (now, timeZone) => {
      const days = lastDays(400, now.toISOString(), timeZone)
      const dates = days.map(({ date }) => Date.parse(date))
      expect(dates.every((date, n) => n === 0 || date - (dates[n - 1] ?? 0) === 86_400_000)).toBe(true)
      expect(days.every(({ hour }, n) => n === 0 || hour > (days[n - 1]?.hour ?? 0))).toBe(true)
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
      for (const { hour } of days.slice(0, 40)) {
        const [at = 0, past = 0] = clock
          .format(hour * 3_600_000)
          .split(':')
          .map(Number)
        const minutes = at * 60 + past
        // This tolerance covers DST changes at midnight and rounding to a full hour.
        expect(Math.min(minutes, 1440 - minutes)).toBeLessThanOrEqual(90)
      }
    }),
    { numRuns: 40 },
  )
})
