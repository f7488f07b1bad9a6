import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

export const SubscriptionCancelPage = () => (
  <>
    <title>Checkout canceled · Framelight</title>
    <StateScreen title="Checkout canceled" sentence="Nothing was paid, and your plan is as it was.">
      <div className="flex flex-wrap gap-3">
        <Link to={pages.subscription} className={buttonStyle.primary}>
          Try Again
        </Link>
        <Link to={pages.dashboard} className={buttonStyle.plain}>
          Back to Dashboard
        </Link>
      </div>
    </StateScreen>
  </>
)
