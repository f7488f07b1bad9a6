import { WaitingFiles } from '#web/features/images/upload/left-out-notice.tsx'
import { useLeftOut } from '#web/features/images/upload/uploads.ts'
import { CheckoutResult } from '#web/features/subscriptions/checkout-result.tsx'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { SubscriptionPage } from './subscription-page.tsx'

export function SubscriptionSuccessPage() {
  const sellsPlans = useSellsPlans()
  const leftOut = useLeftOut()
  return sellsPlans ? (
    <CheckoutResult waiting={leftOut.length > 0 ? <WaitingFiles /> : undefined} />
  ) : (
    <SubscriptionPage />
  )
}
