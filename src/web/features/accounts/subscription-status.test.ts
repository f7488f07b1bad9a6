import { expect, test } from 'vitest'
import { subscriptionStatus } from './subscription-status.ts'

const currentPeriodEnd = '2026-12-12T12:00:00.000Z'

test.each([
  ['active', currentPeriodEnd, 'Renews on Dec 12, 2026.'],
  ['canceled', currentPeriodEnd, 'Paid until Dec 12, 2026, then Free.'],
  [
    'past_due',
    currentPeriodEnd,
    "Your last payment failed. You'll keep your plan until Dec 12, 2026 while we try again.",
  ],
  ['active', null, 'Your plan and usage.'],
] as const)('status %s with period end %s shows %j', (status, end, sentence) => {
  expect(subscriptionStatus({ status, currentPeriodEnd: end })).toBe(sentence)
})
