import type { PaidPlanId } from '#shared/plans.ts'

type CheckoutOrder = {
  /** Our own id, which the provider keeps on the subscription that is bought with it. */
  checkoutId: string
  userId: string
  email: string
  planId: PaidPlanId
  /** For a user who has bought before: the provider's id of the same customer. */
  customerId: string | null
}

export type ProviderCheckout = {
  /** undefined for a checkout that was not made by us. */
  userId: string | undefined
  status: 'open' | 'paid' | 'expired'
  subscriptionId: string | undefined
}

/** A subscription as the provider has it at this moment. */
export type ProviderSubscription = {
  id: string
  userId: string | undefined
  checkoutId: string | undefined
  customerId: string | null
  planId: PaidPlanId
  /** `past_due`: the last payment failed and is tried again. `ended`: nothing is paid any more, or not yet. */
  status: 'active' | 'past_due' | 'ended'
  currentPeriodEnd: string
  /** Canceled, and paid until the period's end. */
  cancelAtPeriodEnd: boolean
  createdAt: string
}

/** A hint that something happened to a subscription; its present state must be asked for. */
export type PaymentEvent = {
  id: string
  type: string
  subscriptionId: string | undefined
  checkoutSessionId: string | undefined
}

/** The port. Every call may throw PaymentProviderDown; those that change something are idempotent. */
export type Payments = {
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  findCheckout(sessionId: string): Promise<ProviderCheckout | undefined>
  findSubscription(id: string): Promise<ProviderSubscription | undefined>
  /** At once, prorated for the days that remain. Throws PaymentDeclined. */
  changePlan(id: string, planId: PaidPlanId): Promise<void>
  cancelAtPeriodEnd(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** One that is not there, or has ended, is as good as canceled. */
  cancelNow(id: string, options: { isRefunded: boolean }): Promise<void>
  portalUrl(customerId: string): Promise<string>
  /** undefined where the provider sends no events. Throws BadSignature. */
  readEvent: ((body: Buffer, signature: string) => Promise<PaymentEvent>) | undefined
}

/** The provider cannot be reached, does not answer in time, or answers something unusable. */
export class PaymentProviderDown extends Error {
  constructor(cause?: unknown) {
    super('The payment provider did not do what it was asked', { cause })
    this.name = 'PaymentProviderDown'
  }
}

export class PaymentDeclined extends Error {}

export class BadSignature extends Error {}
