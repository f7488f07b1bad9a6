import type { PaidPlanId } from '#shared/plans.ts'

type CheckoutOrder = {
  /** Our own ID, which the provider stores on the resulting subscription. */
  checkoutId: string
  userId: string
  email: string
  planId: PaidPlanId
  /** The provider's customer ID, if the user has bought before. */
  customerId: string | null
}

export type ProviderCheckout = {
  /** undefined for a checkout we didn't create. */
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
  /** `past_due`: the last payment failed and will be retried. `ended`: no longer paid, or not yet. */
  status: 'active' | 'past_due' | 'ended'
  currentPeriodEnd: string
  /** Canceled, but paid until the end of the period. */
  cancelAtPeriodEnd: boolean
  createdAt: string
}

/** Something happened to a subscription; fetch its current state. */
export type PaymentEvent = {
  id: string
  type: string
  subscriptionId: string | undefined
  checkoutSessionId: string | undefined
}

/** Any call can throw PaymentProviderDown. Calls that change something are idempotent. */
export type Payments = {
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  findCheckout(sessionId: string): Promise<ProviderCheckout | undefined>
  findSubscription(id: string): Promise<ProviderSubscription | undefined>
  /** Takes effect immediately, prorated. Throws PaymentDeclined. */
  changePlan(id: string, planId: PaidPlanId): Promise<void>
  cancelAtPeriodEnd(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** Succeeds if it doesn't exist or has already ended. */
  cancelNow(id: string, options: { isRefunded: boolean }): Promise<void>
  portalUrl(customerId: string): Promise<string>
  /** undefined if the provider doesn't send events. Throws BadSignature. */
  readEvent: ((body: Buffer, signature: string) => Promise<PaymentEvent>) | undefined
}

/** Unreachable, timed out, or an unusable response. */
export class PaymentProviderDown extends Error {
  constructor(cause?: unknown) {
    super('The payment provider is unavailable', { cause })
    this.name = 'PaymentProviderDown'
  }
}

export class PaymentDeclined extends Error {}

export class BadSignature extends Error {}
