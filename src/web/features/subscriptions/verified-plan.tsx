import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { formatDay, formatPrice } from '#web/lib/formats.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { PlanFigures } from './plan-facts.tsx'
import { ResultScreen } from './result-screen.tsx'

export function VerifiedPlan() {
  const { data: subscription } = useSubscription()
  if (!subscription) return null
  const { planDetails } = subscription
  return (
    <ResultScreen
      title={`You're on ${planDetails.name}`}
      sentence={<p>{statusText(subscription)} Taking you to your dashboard.</p>}
      beside={
        <section aria-label="Your plan" className="grid gap-5 rounded-card border border-line bg-surface p-7">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="text-subhead">{planDetails.name}</h2>
            <p className="text-ink-2">{formatPrice(planDetails.price, planDetails.currency)} per month</p>
          </div>
          <PlanFigures plan={planDetails} />
        </section>
      }
    >
      <Link to={pages.dashboard} className={buttonStyle.primary}>
        Go to Dashboard
      </Link>
      <Link to={pages.createLink} className={buttonStyle.plain}>
        Create New Link
      </Link>
    </ResultScreen>
  )
}

function statusText({ status, currentPeriodEnd }: Subscription) {
  if (!currentPeriodEnd) return 'Nothing to pay.'
  const day = formatDay(currentPeriodEnd)
  return status === 'canceled' ? `You'll keep it until ${day}, then switch to Free.` : `It renews on ${day}.`
}
