import { expect, test } from 'vitest'
import { nextTimeOfDay } from './time-zones.ts'

test.each([
  ['later today', '2026-11-17T05:00:00Z', 'Europe/Berlin', '2026-11-17T07:00:00.000Z'],
  ['tomorrow', '2026-11-17T07:00:30Z', 'Europe/Berlin', '2026-11-18T07:00:00.000Z'],
  ['on another UTC day', '2026-11-17T23:30:00Z', 'Asia/Tokyo', '2026-11-18T23:00:00.000Z'],
  ['in a zone with half hours', '2026-11-17T00:00:00Z', 'Asia/Kolkata', '2026-11-17T02:30:00.000Z'],
  ['after the clocks change', '2026-10-24T20:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
])('08:00 is found %s', (_, now, timeZone, next) => {
  expect(nextTimeOfDay(new Date(now), '08:00', timeZone).toISOString()).toBe(next)
})
