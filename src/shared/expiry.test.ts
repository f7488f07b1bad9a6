import { expect, test } from 'vitest'
import { expiryProblem } from './expiry.ts'
import { type PlanId, plans } from './plans.ts'

const now = new Date('2026-11-15T12:00:00Z')
const problemOn = (plan: PlanId, expiresAt: string) => expiryProblem(expiresAt, plans[plan], now)

test("every plan rejects an expiry date that isn't in the future", () => {
  for (const plan of ['free', 'plus', 'gold'] as const) {
    for (const expiresAt of ['2026-11-15T12:00:00.000Z', '2026-11-15T11:59:59.999Z', '2025-11-15T12:00:00.000Z']) {
      expect(problemOn(plan, expiresAt)).toEqual({
        code: 'VALIDATION_FAILED',
        sentence: 'Expiration date must be in the future',
      })
    }
    expect(problemOn(plan, '2026-11-15T12:00:00.001Z')).toBeUndefined()
  }
})

test('a Free link can expire up to 30 days and an hour ahead, a paid link at any time', () => {
  expect(problemOn('free', '2026-12-15T13:00:00.000Z')).toBeUndefined()
  expect(problemOn('free', '2026-12-15T13:00:00.001Z')).toEqual({
    code: 'PLAN_FEATURE',
    sentence: 'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.',
  })
  expect(problemOn('plus', '2036-11-15T12:00:00.000Z')).toBeUndefined()
  expect(problemOn('gold', '2036-11-15T12:00:00.000Z')).toBeUndefined()
})

test('a date that the schema already rejected has no second problem', () => {
  expect(problemOn('free', 'unreadable')).toBeUndefined()
})
