import { describe, expect, test } from 'vitest'
import { plans } from '#shared/plans.ts'
import { describePlanChange, initialPlan } from './plan-change.ts'

const { free, plus, gold } = plans
const onFree = { plan: 'free', planDetails: free, status: 'active', currentPeriodEnd: null } as const
const onPlus = { plan: 'plus', planDetails: plus, status: 'active', currentPeriodEnd: '2026-12-12T12:00:00Z' } as const
const onGold = { ...onPlus, plan: 'gold', planDetails: gold } as const
const canceled = { ...onPlus, status: 'canceled' } as const

describe('what Continue does', () => {
  test.each([
    ['Free on Free', free, onFree, 'stripe', true, 'You stay on Free.'],
    ['Plus on Free', plus, onFree, 'stripe', true, 'You pay on the next page. 14 days to change your mind.'],
    ['Plus on Free, in test', plus, onFree, 'test', true, 'A test checkout follows. Nothing is charged.'],
    ['Plus on Plus', plus, onPlus, 'stripe', false, 'Plus is your plan already.'],
    ['Gold on Plus', gold, onPlus, 'stripe', true, 'You switch at once and pay the difference now.'],
    ['Gold on Plus, in test', gold, onPlus, 'test', true, 'You switch at once. Nothing is charged.'],
    [
      'Plus on Gold',
      plus,
      onGold,
      'stripe',
      true,
      'You switch at once. What is left of Gold counts towards your next payments.',
    ],
    ['Free on Plus', free, onPlus, 'stripe', true, 'You keep Plus until Dec 12, 2026, then you are on Free.'],
    [
      'Plus on a canceled Plus',
      plus,
      canceled,
      'stripe',
      true,
      'You take the cancellation back: it renews on Dec 12, 2026.',
    ],
    [
      'a plan that everyone has',
      plus,
      { ...onPlus, currentPeriodEnd: null },
      'stripe',
      false,
      'Plus is your plan already.',
    ],
  ] as const)('%s', (_name, chosen, present, payments, canContinue, text) => {
    expect(describePlanChange(chosen, present, payments)).toEqual({ text, canContinue })
  })
})

test('the plan that was asked for stands chosen, else one’s own, and on Free the popular one', () => {
  const all = Object.values(plans)
  expect(initialPlan('gold', onFree, all)).toBe('gold')
  expect(initialPlan('silver', onGold, all)).toBe('gold')
  expect(initialPlan(null, onPlus, all)).toBe('plus')
  expect(initialPlan(null, onFree, all)).toBe('plus')
})
