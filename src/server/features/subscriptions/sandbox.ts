import { type Clock, days, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Payments, ProviderSubscription } from '#server/platform/payments/payments.ts'
import type { SandboxCheckout, SandboxPaymentRepository, SandboxSubscription } from './sandbox.repository.ts'

type Dependencies = { sandboxPayments: SandboxPaymentRepository; publicUrl: string; clock: Clock }

/** Stripe's checkouts have the same lifetime. */
const checkoutLifetimeMs = days(1)

export const isExpired = ({ status, createdAt }: SandboxCheckout, now: Date) =>
  status !== 'paid' && now.getTime() >= Date.parse(createdAt) + checkoutLifetimeMs

/**
 * The sandbox (`PAYMENTS=test`) is a built-in payment provider for demos and development. It never charges anything.
 * Renewals are computed on the fly.
 */
export function createSandboxPayments({ sandboxPayments, publicUrl, clock }: Dependencies): Payments {
  return {
    async createCheckout({ checkoutId, userId, planId }) {
      const id = `test_${newId()}`
      const createdAt = instantNow(clock)
      await sandboxPayments.insertCheckout({
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
      const checkout = await sandboxPayments.findCheckout(sessionId)
      if (!checkout) return undefined
      const { userId, status, subscriptionId } = checkout
      return {
        userId,
        status: status === 'paid' ? 'paid' : isExpired(checkout, clock.now()) ? 'expired' : 'open',
        subscriptionId: subscriptionId ?? undefined,
      }
    },

    async findSubscription(id) {
      const subscription = await sandboxPayments.findSubscription(id)
      return subscription && present(subscription, clock.now())
    },

    changePlan: async (id, planId) => void (await sandboxPayments.updateSubscription(id, { planId, endsAt: null })),

    async cancelAtPeriodEnd(id) {
      const subscription = await sandboxPayments.findSubscription(id)
      if (!subscription) return
      const { currentPeriodEnd } = present(subscription, clock.now())
      await sandboxPayments.updateSubscription(id, { endsAt: currentPeriodEnd })
    },

    resume: async (id) => void (await sandboxPayments.updateSubscription(id, { endsAt: null })),
    cancelNow: async (id) => void (await sandboxPayments.updateSubscription(id, { endsAt: instantNow(clock) })),
    portalUrl: async () => `${publicUrl}/subscription`,
    readEvent: undefined,
  }
}

function present({ endsAt, ...subscription }: SandboxSubscription, now: Date): ProviderSubscription {
  const isEnded = endsAt !== null && now.getTime() >= Date.parse(endsAt)
  return {
    ...subscription,
    customerId: subscription.userId,
    status: isEnded ? 'ended' : 'active',
    currentPeriodEnd: endsAt ?? nextRenewal(subscription.createdAt, now),
    cancelAtPeriodEnd: endsAt !== null,
  }
}

/** Subscriptions renew on the same day each month, or on the last day of a shorter month. */
function nextRenewal(createdAt: string, now: Date) {
  const start = new Date(createdAt)
  for (let months = 1; ; months++) {
    const renewal = new Date(start)
    renewal.setUTCMonth(start.getUTCMonth() + months)
    // A day such as the 31st overflowed into the next month.
    if (renewal.getUTCDate() !== start.getUTCDate()) renewal.setUTCDate(0)
    if (renewal > now) return renewal.toISOString()
  }
}
