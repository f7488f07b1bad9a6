import { expect, test } from 'vitest'
import { subscriptionStatus } from './subscription-status.ts'

const currentPeriodEnd = '2026-12-12T12:00:00.000Z'

test.each([
  ['active', currentPeriodEnd, 'Renews on Dec 12, 2026.'],
  ['canceled', currentPeriodEnd, 'Paid until Dec 12, 2026, then Free.'],
  ['past_due', currentPeriodEnd, 'The last payment failed. The plan stays until Dec 12, 2026 while it is tried again.'],
  ['active', null, 'Your plan and how much of it you use.'],
] as const)('%s until %s: %s', (status, end, sentence) => {
  expect(subscriptionStatus({ status, currentPeriodEnd: end })).toBe(sentence)
})
