import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import type { AppError } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import { checkPlanAllows } from './link-rules.ts'

const now = new Date('2026-06-01T12:00:00.000Z')
const ahead = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()

function refusal(plan: keyof typeof plans, values: Parameters<typeof checkPlanAllows>[1]) {
  try {
    checkPlanAllows(plans[plan], values, now)
  } catch (error) {
    return error as AppError
  }
  return undefined
}

test('an empty change is allowed on every plan', () => {
  for (const plan of ['free', 'plus', 'gold'] as const) {
    expect(refusal(plan, {})).toBeUndefined()
    expect(refusal(plan, { slug: undefined, expiresAt: null })).toBeUndefined()
  }
})

test('custom slugs are a Gold feature', () => {
  expect(refusal('free', { slug: 'summer' })).toMatchObject({ code: 'PLAN_FEATURE' })
  expect(refusal('plus', { slug: 'summer' })).toMatchObject({ code: 'PLAN_FEATURE' })
  expect(refusal('gold', { slug: 'summer' })).toBeUndefined()
})

test("every plan rejects an expiry date that isn't in the future", () => {
  for (const plan of ['free', 'plus', 'gold'] as const) {
    for (const expiresAt of [ahead(0), ahead(-1), ahead(-days(365))]) {
      expect(refusal(plan, { expiresAt })).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { fields: { expiresAt: 'Expiration date must be in the future' } },
      })
    }
    expect(refusal(plan, { expiresAt: ahead(1) })).toBeUndefined()
  }
})

test('a Free link can expire up to 30 days and an hour ahead, a paid link at any time', () => {
  expect(refusal('free', { expiresAt: ahead(days(30) + hours(1)) })).toBeUndefined()
  expect(refusal('free', { expiresAt: ahead(days(30) + hours(1) + 1) })).toMatchObject({
    code: 'PLAN_FEATURE',
    message: 'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.',
  })
  expect(refusal('plus', { expiresAt: ahead(days(3650)) })).toBeUndefined()
  expect(refusal('gold', { expiresAt: ahead(days(3650)) })).toBeUndefined()
})
