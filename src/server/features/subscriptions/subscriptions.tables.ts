export type SubscriptionTables = {
  subscriptions: SubscriptionRow
  payment_events: PaymentEventRow
  checkouts: CheckoutRow
  test_checkouts: SandboxCheckoutRow
  test_subscriptions: SandboxSubscriptionRow
}

/** The payment provider's latest data, with one row per user and provider. */
export type SubscriptionRow = {
  user_id: string
  provider: string
  customer_id: string | null
  subscription_id: string | null
  plan: string | null
  status: string
  current_period_end: string | null
  cancel_at_period_end: number
  version: number
  updated_at: string
}

type PaymentEventRow = { id: string; type: string; handled_at: string }

/** A checkout that isn't paid yet, as far as we know. It outlives the user, so that a late payment can be refunded. */
type CheckoutRow = { id: string; user_id: string; created_at: string }

/** The sandbox's stand-in for the provider's data. */
export type SandboxCheckoutRow = {
  id: string
  checkout_id: string
  user_id: string
  plan: string
  status: string
  subscription_id: string | null
  created_at: string
}
export type SandboxSubscriptionRow = {
  id: string
  checkout_id: string
  user_id: string
  plan: string
  /** Null while the subscription renews. */
  ends_at: string | null
  created_at: string
}
