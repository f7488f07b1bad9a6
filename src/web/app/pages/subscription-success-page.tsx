import { WaitingFiles } from '#web/features/images/upload/left-out-notice.tsx'
import { CheckoutResult } from '#web/features/subscriptions/checkout-result.tsx'

export const SubscriptionSuccessPage = () => <CheckoutResult waiting={<WaitingFiles />} />
