import { describe, expect, test } from 'vitest'
import { bytesOfMb } from '#shared/limits.ts'
import {
  count,
  formatAgo,
  formatBytes,
  formatDayInUtc,
  formatExpiry,
  formatNumber,
  formatPrice,
  shorten,
} from './formats.ts'

test('numbers have thousands separators and matching plurals', () => {
  expect(formatNumber(12345)).toBe('12,345')
  expect([count(1, 'image'), count(0, 'image'), count(1200, 'image')]).toEqual(['1 image', '0 images', '1,200 images'])
})

test('whole prices are shown without decimals', () => {
  expect([formatPrice(0, 'USD'), formatPrice(9.99, 'USD')]).toEqual(['$0', '$9.99'])
})

test('file sizes use the largest unit that fits, in binary megabytes', () => {
  expect([formatBytes(12), formatBytes(12_345), formatBytes(8_600_000)]).toEqual(['12 bytes', '12 kB', '8.2 MB'])
  expect(formatBytes(bytesOfMb(10))).toBe('10.0 MB')
})

describe('the time', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  test.each([
    ['2026-11-15T11:59:40Z', 'just now'],
    ['2026-11-15T11:48:00Z', '12 minutes ago'],
    ['2026-11-15T09:00:00Z', '3 hours ago'],
    ['2026-11-02T12:00:00Z', 'Nov 2, 2026'],
  ])('%s is shown as %s', (instant, text) => {
    expect(formatAgo(instant, now)).toBe(text)
  })
})

test('an expiry today shows the time', () => {
  const at = (hour: number) => new Date(2026, 10, 15, hour).toISOString()
  const now = Date.parse(at(12))
  expect(formatExpiry(at(17), now)).toBe(
    `today, ${new Date(at(17)).toLocaleTimeString(undefined, { timeStyle: 'short' })}`,
  )
  expect(formatExpiry(at(25), now)).toBe('Nov 16, 2026')
})

test('a UTC day is the same in every time zone', () => {
  expect(formatDayInUtc('2026-11-30T23:59:59Z')).toBe('Nov 30, 2026')
  expect(formatDayInUtc('2026-12-01T00:00:00Z')).toBe('Dec 1, 2026')
})

test('long text is shortened with an ellipsis', () => {
  expect(shorten('short', 10)).toBe('short')
  expect(shorten('a long description', 7)).toBe('a long…')
  expect(shorten('a long description', 6)).toBe('a long…')
  expect(shorten('the first two words', 14)).toBe('the first two…')
  expect(shorten('a verylongdescription', 14)).toBe('a verylongdesc…')
  expect(shorten('longdescription', 7)).toBe('longdes…')
})
