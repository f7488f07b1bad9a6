import type { PaidPlanId } from '#shared/plans.ts'

type CheckoutOrder = {
  /** Our own ID, which the provider stores on the resulting subscription. */
  checkoutId: string
  userId: string
  email: string
  planId: PaidPlanId
  /** The provider's customer ID, if the user has bought a plan before. */
  customerId: string | null
}

export type ProviderCheckout = {
  /** Undefined for a checkout that we didn't create. */
  userId: string | undefined
  status: 'open' | 'paid' | 'expired'
  subscriptionId: string | undefined
}

export type ProviderSubscription = {
  id: string
  userId: string | undefined
  checkoutId: string | undefined
  customerId: string | null
  planId: PaidPlanId
  /** `past_due` means that the last payment failed and will be retried. `ended` means no longer paid, or not yet. */
  status: 'active' | 'past_due' | 'ended'
  currentPeriodEnd: string
  /** Whether the subscription is canceled but paid until the end of the period. */
  cancelAtPeriodEnd: boolean
  createdAt: string
}

/** Reports that a subscription or a checkout changed, but not how. Fetch the current state. */
export type PaymentEvent = {
  id: string
  type: string
  subscriptionId: string | undefined
  checkoutSessionId: string | undefined
}

/** Any call can throw PaymentProviderDown. All calls except `createCheckout` can be repeated safely. */
export type Payments = {
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  findCheckout(sessionId: string): Promise<ProviderCheckout | undefined>
  findSubscription(id: string): Promise<ProviderSubscription | undefined>
  /** The change is prorated and takes effect immediately. Throws PaymentDeclined. */
  changePlan(id: string, planId: PaidPlanId): Promise<void>
  cancelAtPeriodEnd(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** Also succeeds if the subscription doesn't exist or has already ended. */
  cancelNow(id: string, options: { isRefunded: boolean }): Promise<void>
  portalUrl(customerId: string): Promise<string>
  /** Undefined if the provider doesn't send events. Throws BadSignature. */
  readEvent: ((body: Buffer, signature: string) => Promise<PaymentEvent>) | undefined
}

export class PaymentProviderDown extends Error {
  constructor(cause?: unknown) {
    super('The payment provider is unavailable', { cause })
    this.name = 'PaymentProviderDown'
  }
}

export class PaymentDeclined extends Error {}

export class BadSignature extends Error {}
