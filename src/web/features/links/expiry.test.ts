import { expect, test } from 'vitest'
import { unreadable } from '#web/lib/date-time.ts'
import { expiryProblem } from './expiry.ts'

test('past dates and dates beyond the plan limit are rejected', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const free = { name: 'Free', maxDays: 30 }
  expect(expiryProblem('2026-11-15T11:59:00.000Z', free, now)).toBe('Expiration date must be in the future')
  expect(expiryProblem('2026-12-16T12:00:00.000Z', free, now)).toBe(
    'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.',
  )
  expect(expiryProblem('2026-12-01T12:00:00.000Z', free, now)).toBeUndefined()
  expect(expiryProblem('2030-01-01T12:00:00.000Z', { name: 'Plus', maxDays: null }, now)).toBeUndefined()
  expect(expiryProblem(unreadable, free, now)).toBeUndefined()
})
