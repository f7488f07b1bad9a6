import { describe, expect, test } from 'vitest'
import {
  daysAfter,
  dayText,
  firstDayOfWeek,
  parseDay,
  timeOptions,
  timeText,
  toInstant,
  unreadable,
  weekAfter,
} from './date-time.ts'

const at = (day: number, hours = 0, minutes = 0, seconds = 0) => new Date(2026, 10, day, hours, minutes, seconds)

test('a week from now is rounded up to the next 15 minutes', () => {
  expect(weekAfter(at(15, 9, 30))).toEqual(at(22, 9, 30))
  expect(weekAfter(at(15, 9, 30, 1))).toEqual(at(22, 9, 45))
  expect(weekAfter(at(15, 23, 50))).toEqual(at(23, 0, 0))
})

test('daysAfter adds 24 hours per day', () => {
  expect(daysAfter(at(1, 8), 30).getTime() - at(1, 8).getTime()).toBe(30 * 86_400_000)
})

test('dates and times are formatted as MM/DD/YYYY and HH:MM', () => {
  expect(dayText(at(3))).toBe('11/03/2026')
  expect(timeText(at(3, 7, 5))).toBe('07:05')
})

describe('a typed day', () => {
  test.each([
    ['11/30/2026', at(30)],
    [' 11/3/2026 ', at(3)],
    ['2/29/2028', new Date(2028, 1, 29)],
  ])('such as %s is parsed', (text, date) => {
    expect(parseDay(text)).toEqual(date)
  })

  test.each([
    '',
    'tomorrow',
    '30/11/2026',
    '02/30/2026',
    '02/29/2027',
    '11/30/26',
    '2026-11-30',
    '11/30/0026',
    '0/1/2026',
  ])('such as %j is rejected', (text) => {
    expect(parseDay(text)).toBeUndefined()
    expect(toInstant(text, '18:00')).toBe(unreadable)
  })
})

test('day and time are combined in the local time zone', () => {
  expect(toInstant('11/30/2026', '18:15')).toBe(at(30, 18, 15).toISOString())
})

describe('time options', () => {
  const now = at(15, 22, 50)

  test('are 15 minutes apart', () => {
    const times = timeOptions('11/16/2026', '18:00', now)
    expect(times).toHaveLength(96)
    expect([times[0], times[1], times.at(-1)]).toEqual(['00:00', '00:15', '23:45'])
  })

  test('start after the current time if the day is today', () => {
    expect(timeOptions('11/15/2026', '23:15', now)).toEqual(['23:00', '23:15', '23:30', '23:45'])
  })

  test('always include the selected time', () => {
    expect(timeOptions('11/15/2026', '18:00', now)).toEqual(['18:00', '23:00', '23:15', '23:30', '23:45'])
    expect(timeOptions('11/16/2026', '17:37', now)).toContain('17:37')
  })

  test('include the whole day if the date is invalid', () => {
    expect(timeOptions('', '18:00', now)).toHaveLength(96)
  })
})

test.each([
  ['en-US', 0],
  ['de-DE', 1],
  ['ar-EG', 6],
])('the week starts as usual in %s', (language, day) => {
  expect(firstDayOfWeek(language)).toBe(day)
})
