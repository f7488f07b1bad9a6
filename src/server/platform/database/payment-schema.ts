/** The tables of what is sold; the rules of schema.ts hold for them too. */
export type PaymentTables = {
  subscriptions: SubscriptionRow
  payment_events: PaymentEventRow
  checkouts: CheckoutRow
  test_checkouts: SandboxCheckoutRow
  test_subscriptions: SandboxSubscriptionRow
}

/** What the payment provider last said of a user; one row for each user and provider that ever had to do with them. */
export type SubscriptionRow = {
  user_id: string
  provider: string
  customer_id: string | null
  subscription_id: string | null
  plan: string | null
  status: string
  current_period_end: string | null
  cancel_at_period_end: number
  /** Counts the writes: whoever read an earlier one may not write. */
  version: number
  updated_at: string
}

/** An event of the payment provider that has been handled. */
type PaymentEventRow = { id: string; type: string; handled_at: string }

/** A checkout that nobody has been seen to pay yet. It outlives its user, so that a late payment finds its way back. */
type CheckoutRow = { id: string; user_id: string; created_at: string }

/** What the payment sandbox keeps in place of a provider. */
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
  /** When it ends or has ended; null while it renews. */
  ends_at: string | null
  created_at: string
}
