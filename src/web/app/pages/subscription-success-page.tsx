import { CheckoutResult } from '#web/features/subscriptions/checkout-result.tsx'

export const SubscriptionSuccessPage = () => (
  <>
    <title>Subscription · Framelight</title>
    <CheckoutResult />
  </>
)
