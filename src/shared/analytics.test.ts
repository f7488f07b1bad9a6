import { describe, expect, test } from 'vitest'
import { fieldErrors } from '#test/support/field-errors.ts'
import { getAnalytics, getAnalyticsFile } from './analytics.ts'

const period = getAnalytics.schema.querystring

test('the default period is 30 days, or a year for the CSV file, in UTC', () => {
  expect(period.parse({})).toEqual({ days: 30, tz: 'UTC' })
  expect(getAnalyticsFile.schema.querystring.parse({})).toEqual({ days: 365, tz: 'UTC' })
})

test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Etc/GMT-14'])('%s is a time zone', (tz) => {
  expect(period.parse({ days: '7', tz })).toEqual({ days: 7, tz })
})

describe('a period rejects', () => {
  test.each([
    ['0', 'Days must be at least 1'],
    ['-5', 'Days must be at least 1'],
    ['', 'Days must be at least 1'],
    ['1.5', 'Days must be a whole number'],
    ['many', 'Days must be a number'],
    ['Infinity', 'Days must be a number'],
    [['7', '30'], 'Days must be a number'],
  ])('%j as days', (days, sentence) => {
    expect(fieldErrors(period, { days })).toEqual({ days: sentence })
  })

  test.each(['', 'Mars/Olympus', 'x'.repeat(10_000), ['UTC', 'UTC']])('%j as the time zone', (tz) => {
    expect(fieldErrors(period, { tz })).toEqual({ tz: 'Unknown time zone. Use a name such as Europe/Berlin.' })
  })
})
