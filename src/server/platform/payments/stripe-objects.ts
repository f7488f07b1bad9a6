import type Stripe from 'stripe'
import type { PaidPlanId } from '#shared/plans.ts'
import type { PaymentEvent, ProviderCheckout, ProviderSubscription } from './payments.ts'

/**
 * For Stripe accounts pinned to an earlier API version, the period is on the subscription itself, and an invoice names
 * its subscription directly.
 */
type EarlierSubscription = { current_period_end?: number }
type EarlierInvoice = { subscription?: string | { id: string } | null; payment_intent?: string | { id: string } | null }

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : reference?.id

const toInstant = (seconds: number) => new Date(seconds * 1000).toISOString()

export const toCheckout = (session: Stripe.Checkout.Session): ProviderCheckout => ({
  userId: session.client_reference_id ?? session.metadata?.userId ?? undefined,
  // A complete but unpaid checkout is still open, because the bank hasn't decided yet.
  status:
    session.status === 'expired'
      ? 'expired'
      : session.status === 'complete' && session.payment_status !== 'unpaid'
        ? 'paid'
        : 'open',
  subscriptionId: idOf(session.subscription),
})

export function toSubscription(
  subscription: Stripe.Subscription,
  prices: Record<PaidPlanId, string>,
): ProviderSubscription | undefined {
  const [item] = subscription.items.data
  const planId = planOf(item?.price.id, subscription.metadata, prices)
  const periodEnd = item?.current_period_end ?? (subscription as EarlierSubscription).current_period_end
  if (!planId || periodEnd === undefined) return undefined
  return {
    id: subscription.id,
    userId: subscription.metadata.userId,
    checkoutId: subscription.metadata.checkoutId,
    customerId: idOf(subscription.customer) ?? null,
    planId,
    status: statusOf(subscription.status),
    // After a cancellation in the portal, there may be a date instead of the flag.
    currentPeriodEnd: toInstant(subscription.cancel_at ?? periodEnd),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || typeof subscription.cancel_at === 'number',
    createdAt: toInstant(subscription.created),
  }
}

/** The price determines the plan. Subscriptions at an old price have the plan in their metadata. */
function planOf(price: string | undefined, metadata: Stripe.Metadata, prices: Record<PaidPlanId, string>) {
  if (price === prices.plus) return 'plus'
  if (price === prices.gold) return 'gold'
  return metadata.planId === 'plus' || metadata.planId === 'gold' ? metadata.planId : undefined
}

function statusOf(status: Stripe.Subscription.Status): ProviderSubscription['status'] {
  if (status === 'active' || status === 'trialing') return 'active'
  return status === 'past_due' ? 'past_due' : 'ended'
}

export function toEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  const object = data.object as { object: string; id: string }
  return {
    id,
    type,
    subscriptionId: subscriptionIn(object),
    checkoutSessionId: object.object === 'checkout.session' ? object.id : undefined,
  }
}

function subscriptionIn(object: { object: string; id: string }) {
  if (object.object === 'subscription') return object.id
  if (object.object === 'checkout.session') return idOf((object as Stripe.Checkout.Session).subscription)
  if (object.object !== 'invoice') return undefined
  const invoice = object as Stripe.Invoice & EarlierInvoice
  return idOf(invoice.parent?.subscription_details?.subscription ?? invoice.subscription)
}

/** Returns the payments of the latest invoice, which must be expanded. */
export function paymentIntentsOf({ latest_invoice: invoice }: Stripe.Subscription): string[] {
  if (!invoice || typeof invoice === 'string') return []
  const payments = invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? []
  const ids = [...payments, idOf((invoice as EarlierInvoice).payment_intent)]
  return [...new Set(ids.filter((id) => id !== undefined))]
}
