import { type Clock, days, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Payments, ProviderSubscription } from '#server/platform/payments/payments.ts'
import type { TestCheckout, TestPaymentRepository, TestSubscription } from './test-payments.repository.ts'

type Dependencies = { testPayments: TestPaymentRepository; publicUrl: string; clock: Clock }

/** As long as the real one's. */
const checkoutLifeMs = days(1)

export const isOver = ({ status, createdAt }: TestCheckout, now: Date) =>
  status !== 'paid' && now.getTime() >= Date.parse(createdAt) + checkoutLifeMs

/**
 * Stands in for a payment provider where none is wanted: to try the product out, and to develop it. It behaves like one,
 * and nothing is ever charged. Subscriptions renew by themselves, computed when asked.
 */
export function createTestPayments({ testPayments, publicUrl, clock }: Dependencies): Payments {
  return {
    async createCheckout({ checkoutId, userId, planId }) {
      const id = `test_${newId()}`
      const createdAt = instantNow(clock)
      await testPayments.insertCheckout({
        id,
        checkoutId,
        userId,
        planId,
        status: 'open',
        subscriptionId: null,
        createdAt,
      })
      return { sessionId: id, url: `${publicUrl}/checkout/${id}` }
    },

    async findCheckout(sessionId) {
      const checkout = await testPayments.findCheckout(sessionId)
      if (!checkout) return undefined
      const { userId, status, subscriptionId } = checkout
      return {
        userId,
        status: status === 'paid' ? 'paid' : isOver(checkout, clock.now()) ? 'expired' : 'open',
        subscriptionId: subscriptionId ?? undefined,
      }
    },

    async findSubscription(id) {
      const subscription = await testPayments.findSubscription(id)
      return subscription && present(subscription, clock.now())
    },

    changePlan: async (id, planId) => void (await testPayments.updateSubscription(id, { planId, endsAt: null })),

    async cancelAtPeriodEnd(id) {
      const subscription = await testPayments.findSubscription(id)
      if (!subscription) return
      const { currentPeriodEnd } = present(subscription, clock.now())
      await testPayments.updateSubscription(id, { endsAt: currentPeriodEnd })
    },

    resume: async (id) => void (await testPayments.updateSubscription(id, { endsAt: null })),
    cancelNow: async (id) => void (await testPayments.updateSubscription(id, { endsAt: instantNow(clock) })),
    portalUrl: async () => `${publicUrl}/subscription`,
    readEvent: undefined,
  }
}

function present({ endsAt, ...subscription }: TestSubscription, now: Date): ProviderSubscription {
  const isEnded = endsAt !== null && now.getTime() >= Date.parse(endsAt)
  return {
    ...subscription,
    customerId: subscription.userId,
    status: isEnded ? 'ended' : 'active',
    currentPeriodEnd: endsAt ?? nextRenewal(subscription.createdAt, now),
    cancelAtPeriodEnd: endsAt !== null,
  }
}

/** The same day of a month to come; its last day where it has fewer. */
function nextRenewal(createdAt: string, now: Date) {
  const start = new Date(createdAt)
  for (let months = 1; ; months++) {
    const renewal = new Date(start)
    renewal.setUTCMonth(start.getUTCMonth() + months)
    // The 31st of a month without one has run over into the next.
    if (renewal.getUTCDate() !== start.getUTCDate()) renewal.setUTCDate(0)
    if (renewal > now) return renewal.toISOString()
  }
}
