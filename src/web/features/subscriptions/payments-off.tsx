import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { PlanFigures } from './plan-facts.tsx'

export function PaymentsOff({ heading: Heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const { status } = useSession()
  const plan = useSubscription().data?.planDetails
  return (
    <div className="grid max-w-measure justify-items-start gap-5 rounded-card border border-line bg-surface p-8">
      <Heading className="text-subhead">Everything here is free</Heading>
      <p className="text-ink-2">
        {plan ? 'This is how much you can add:' : 'The person who runs this site decides how much everyone can add.'}
      </p>
      {plan && (
        <div className="w-full">
          <PlanFigures plan={plan} />
        </div>
      )}
      {status === 'signed-out' ? (
        <Link to={pages.register} className={buttonStyle.primary}>
          Get Started
        </Link>
      ) : (
        <Link to={pages.dashboard} className={buttonStyle.primary}>
          Go to Dashboard
        </Link>
      )}
    </div>
  )
}
