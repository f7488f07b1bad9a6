import { expect, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import { checkPlanAllows } from './link-rules.ts'

const now = new Date('2026-06-01T12:00:00.000Z')

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

test('an expiry date must be in the future and within the limit of the plan', () => {
  expect(refusal('gold', { expiresAt: now.toISOString() })).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { fields: { expiresAt: 'Expiration date must be in the future' } },
  })
  expect(refusal('free', { expiresAt: '2026-08-01T12:00:00.000Z' })).toMatchObject({
    code: 'PLAN_FEATURE',
    message: 'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.',
  })
  expect(refusal('free', { expiresAt: '2026-07-01T12:00:00.000Z' })).toBeUndefined()
})
