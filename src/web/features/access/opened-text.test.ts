import { expect, test } from 'vitest'
import { openedText } from './opened-text.ts'

const now = new Date(2026, 10, 15, 9)
const at = (day: number, hours: number) => new Date(2026, 10, day, hours).toISOString()

test.each([
  [0, null, 'Not opened yet'],
  [1, at(15, 0), 'Opened once, today'],
  [3, at(14, 23), 'Opened 3 times, last yesterday'],
  [12, at(13, 23), 'Opened 12 times, last on Nov 13, 2026'],
])('a visit count of %i with the last visit at %s is shown as %j', (visits, lastSeenAt, words) => {
  expect(openedText({ visits, lastSeenAt }, now)).toBe(words)
})
