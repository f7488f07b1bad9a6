import type Stripe from 'stripe'
import type { PaidPlanId } from '#shared/plans.ts'
import type { Clock } from '../clock.ts'
import { BadSignature, PaymentDeclined, PaymentProviderDown, type Payments } from './payments.ts'
import { paymentIntentsOf, toCheckout, toEvent, toSubscription } from './stripe-objects.ts'

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  prices: Record<PaidPlanId, string>
  apiBase: string | undefined
}

type Dependencies = StripeOptions & { publicUrl: string; clock: Clock }

/** Short, because a user may have to wait for two attempts and the pause between them. */
const timeoutMs = 5_000
const retries = 1

const toleranceSeconds = 300

export function createStripePayments(dependencies: Dependencies): Payments {
  const { secretKey, webhookSecret, prices, apiBase, publicUrl, clock } = dependencies
  let loaded: Promise<Stripe> | undefined

  /** Loads the package at first use, because it's large and would delay the start. */
  const client = () => {
    loaded ??= import('stripe').then(
      ({ default: Client }) =>
        new Client(secretKey, { timeout: timeoutMs, maxNetworkRetries: retries, ...hostOf(apiBase) }),
    )
    return loaded
  }

  async function ask<T>(question: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await question(await client())
    } catch (error) {
      throw isDeclined(error) ? new PaymentDeclined() : new PaymentProviderDown(error)
    }
  }

  const find = <T>(question: (stripe: Stripe) => Promise<T>) =>
    ask(async (stripe) => {
      try {
        return await question(stripe)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    })

  return {
    createCheckout: ({ checkoutId, userId, email, planId, customerId }) =>
      ask(async (stripe) => {
        const metadata = { userId, planId, checkoutId }
        const create = (buyer: { customer: string } | { customer_email: string }) =>
          stripe.checkout.sessions.create({
            mode: 'subscription',
            line_items: [{ price: prices[planId], quantity: 1 }],
            client_reference_id: userId,
            metadata,
            subscription_data: { metadata },
            ...buyer,
            success_url: `${publicUrl}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${publicUrl}/subscription/cancel?plan=${planId}`,
          })
        const asNewcomer = () => create({ customer_email: email })
        // The customer may have been deleted in the dashboard.
        const again = (error: unknown) => (isMissingCustomer(error) ? asNewcomer() : Promise.reject(error))
        const session = await (customerId ? create({ customer: customerId }).catch(again) : asNewcomer())
        if (!session.url) throw new Error('Stripe returned a checkout without a URL')
        return { sessionId: session.id, url: session.url }
      }),

    async findCheckout(sessionId) {
      const session = await find((stripe) => stripe.checkout.sessions.retrieve(sessionId))
      return session && toCheckout(session)
    },

    async findSubscription(id) {
      const subscription = await find((stripe) => stripe.subscriptions.retrieve(id))
      return subscription && toSubscription(subscription, prices)
    },

    changePlan: (id, planId) =>
      ask(async (stripe) => {
        const { items, metadata } = await stripe.subscriptions.retrieve(id)
        const [item] = items.data
        if (!item) throw new Error('The subscription has no items')
        await stripe.subscriptions.update(id, {
          items: [{ id: item.id, price: prices[planId] }],
          // Charge now rather than with the next invoice. Otherwise people could use a pricier plan for a month and
          // leave without paying.
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
          metadata: { ...metadata, planId },
        })
      }),

    cancelAtPeriodEnd: (id) =>
      ask(async (stripe) => void (await stripe.subscriptions.update(id, { cancel_at_period_end: true }))),

    resume: (id) =>
      ask(async (stripe) => void (await stripe.subscriptions.update(id, { cancel_at_period_end: false }))),

    async cancelNow(id, { isRefunded }) {
      const expand = isRefunded ? ['latest_invoice.payments'] : []
      const subscription = await find((stripe) => stripe.subscriptions.retrieve(id, { expand }))
      if (!subscription) return
      if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired') {
        await find((stripe) => stripe.subscriptions.cancel(id))
      }
      if (!isRefunded) return
      for (const paymentIntent of paymentIntentsOf(subscription)) {
        await ask(async (stripe) => {
          try {
            const idempotencyKey = `refund-${paymentIntent}`
            await stripe.refunds.create({ payment_intent: paymentIntent }, { idempotencyKey })
          } catch (error) {
            if ((error as Partial<Stripe.errors.StripeError>).code !== 'charge_already_refunded') throw error
          }
        })
      }
    },

    portalUrl: (customerId) =>
      ask(async (stripe) => {
        const return_url = `${publicUrl}/subscription`
        return (await stripe.billingPortal.sessions.create({ customer: customerId, return_url })).url
      }),

    async readEvent(body, signature) {
      const { webhooks } = await client()
      const now = clock.now().getTime()
      try {
        return toEvent(webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, now))
      } catch (error) {
        throw new BadSignature("This event isn't signed by the payment provider", { cause: error })
      }
    },
  }
}

function hostOf(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

const isMissing = (error: unknown) => (error as Partial<Stripe.errors.StripeError>).statusCode === 404

const isMissingCustomer = (error: unknown) => {
  const { code, param } = error as Partial<Stripe.errors.StripeError>
  return code === 'resource_missing' && param === 'customer'
}

const isDeclined = (error: unknown) => (error as Partial<Stripe.errors.StripeError>).statusCode === 402
