import { WaitingFiles } from '#web/features/images/upload/left-out-notice.tsx'
import { CheckoutResult } from '#web/features/subscriptions/checkout-result.tsx'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { SubscriptionPage } from './subscription-page.tsx'

export function SubscriptionSuccessPage() {
  const sellsPlans = useSellsPlans()
  return sellsPlans ? <CheckoutResult waiting={<WaitingFiles />} /> : <SubscriptionPage />
}
