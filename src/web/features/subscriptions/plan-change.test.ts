import { describe, expect, test } from 'vitest'
import { plans } from '#shared/plans.ts'
import { describePlanChange, initialPlan } from './plan-change.ts'

const { free, plus, gold } = plans
const onFree = { plan: 'free', planDetails: free, status: 'active', currentPeriodEnd: null } as const
const onPlus = { plan: 'plus', planDetails: plus, status: 'active', currentPeriodEnd: '2026-12-12T12:00:00Z' } as const
const onGold = { ...onPlus, plan: 'gold', planDetails: gold } as const
const canceled = { ...onPlus, status: 'canceled' } as const

describe('the text next to Continue', () => {
  test.each([
    ['Free on Free', free, onFree, 'stripe', true, "You'll stay on Free."],
    ['Plus on Free', plus, onFree, 'stripe', true, "You'll pay on the next page. 14-day money-back guarantee."],
    ['Plus on Free, in test', plus, onFree, 'test', true, "You'll continue to a test checkout. You won't be charged."],
    ['Plus on Plus', plus, onPlus, 'stripe', false, "You're on Plus."],
    ['Gold on Plus', gold, onPlus, 'stripe', true, "You'll switch immediately and pay the difference now."],
    ['Gold on Plus, in test', gold, onPlus, 'test', true, "You'll switch immediately. You won't be charged."],
    [
      'Plus on Gold',
      plus,
      onGold,
      'stripe',
      true,
      "You'll switch immediately. The unused part of your Gold payment is credited toward future payments.",
    ],
    ['Free on Plus', free, onPlus, 'stripe', true, "You'll keep Plus until Dec 12, 2026, then switch to Free."],
    ['Plus on a canceled Plus', plus, canceled, 'stripe', true, 'Your plan will renew on Dec 12, 2026.'],
    ['Plus on an unpaid Plus', plus, { ...onPlus, currentPeriodEnd: null }, 'stripe', false, "You're on Plus."],
  ] as const)('describes choosing %s', (_name, selected, current, payments, canContinue, text) => {
    expect(describePlanChange(selected, current, payments)).toEqual({ text, canContinue })
  })
})

test('the requested plan is preselected, or else the current one, or Plus for users on Free', () => {
  const all = Object.values(plans)
  expect(initialPlan('gold', onFree, all)).toBe('gold')
  expect(initialPlan('silver', onGold, all)).toBe('gold')
  expect(initialPlan(null, onPlus, all)).toBe('plus')
  expect(initialPlan(null, onFree, all)).toBe('plus')
})
