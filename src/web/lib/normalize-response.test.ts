import { describe, expect, test } from 'vitest'
import { plans } from '#shared/plans.ts'
import { toUser, withUser } from './normalize-response.ts'
import { toSubscription } from './normalize-subscription.ts'

describe('a subscription', () => {
  test.each([null, undefined, {}, { success: true, data: null }, { data: { plan: 'platinum' } }])(
    'falls back to the free plan for %j',
    (answer) => {
      expect(toSubscription(answer)).toMatchObject({
        plan: 'free',
        planDetails: { name: 'Free', linkLimit: plans.free.linkLimit },
        status: 'active',
        currentPeriodEnd: null,
        usage: { links: 0, images: 0 },
      })
    },
  )

  test('accepts the plan as an ID, or as an object that overrides the limits', () => {
    expect(toSubscription({ data: { plan: 'gold' } }).planDetails.imageLimit).toBe(plans.gold.imageLimit)
    expect(toSubscription({ data: { plan: { id: 'plus', name: 'Plus!', linkLimit: 12 } } })).toMatchObject({
      plan: 'plus',
      planDetails: { name: 'Plus!', linkLimit: 12, imageLimit: plans.plus.imageLimit },
    })
  })

  test('is unchanged if it is complete', () => {
    const { allows: _, ...planDetails } = plans.gold
    const full = {
      plan: 'gold' as const,
      planDetails,
      status: 'canceled' as const,
      currentPeriodEnd: '2027-01-01T00:00:00.000Z',
      usage: { links: 3, images: 40 },
    }
    expect(toSubscription({ success: true, data: full })).toMatchObject(full)
  })
})

test.each([[{ success: true, data: { _id: '1', name: 'Ann' } }], [{ id: '1', name: 'Ann' }]])(
  'the user is read from data or from the response itself: %j',
  (answer) => {
    expect(toUser(answer)).toMatchObject({ _id: '1', id: '1', name: 'Ann' })
  },
)

test('a user without a name becomes Anonymous', () => {
  const made = (user: unknown) => withUser({ user } as { user: { _id: string; name: string } }).user
  expect(made(undefined)).toEqual({ _id: '', name: 'Anonymous' })
  expect(made({ _id: '1' })).toEqual({ _id: '1', name: 'Anonymous' })
  expect(made({ _id: '1', name: 'Ann' })).toEqual({ _id: '1', name: 'Ann' })
})
