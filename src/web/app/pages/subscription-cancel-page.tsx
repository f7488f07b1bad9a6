import { Link, useSearchParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'
import { SubscriptionPage } from './subscription-page.tsx'

export function SubscriptionCancelPage() {
  const sellsPlans = useSellsPlans()
  const plan = useSearchParams()[0].get('plan')
  const selection = plan ? `${pages.subscription}?${new URLSearchParams({ plan })}` : pages.subscription
  if (!sellsPlans) return <SubscriptionPage />
  return (
    <>
      <title>Checkout canceled · Framelight</title>
      <StateScreen title="Checkout canceled" sentence="You haven't been charged, and your plan hasn't changed.">
        <div className="flex flex-wrap gap-3">
          <Link to={selection} className={buttonStyle.primary}>
            Try Again
          </Link>
          <Link to={pages.dashboard} className={buttonStyle.plain}>
            Back to Dashboard
          </Link>
        </div>
      </StateScreen>
    </>
  )
}
