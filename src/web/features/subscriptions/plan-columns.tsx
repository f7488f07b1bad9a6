import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { Plan, PlanId } from '#shared/plans.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { useSession } from '#web/lib/session.ts'
import { usePlans } from '#web/lib/use-plans.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PaymentsOff } from './payments-off.tsx'
import { MostPopular, PlanFigures, PlanPoints, PlanPrice } from './plan-facts.tsx'

const isFor: Record<PlanId, string> = {
  free: 'For your first gallery.',
  plus: 'For people who share often.',
  gold: 'For client work.',
}

type HeadingLevel = 'h2' | 'h3'

type Props = {
  heading?: HeadingLevel
  /** On phones, shows prices and limits only. */
  isSummary?: boolean
}

export function PlanColumns({ heading = 'h2', isSummary = false }: Props) {
  const { plans, failure, retry } = usePlans()
  const payments = useQuery(siteQueries.config).data?.payments
  if (payments === 'off') return <PaymentsOff heading={heading} />
  return (
    <div className="grid gap-10">
      {failure && <Failure sentence={failure} onRetry={retry} />}
      <div className="grid gap-4 lg:grid-cols-3 lg:gap-0">
        {plans.map((plan, index) => (
          <PlanColumn key={plan.id} plan={plan} before={plans[index - 1]} heading={heading} isSummary={isSummary} />
        ))}
      </div>
      <div className="grid justify-items-start gap-4 lg:mt-4">
        <p className="text-caption text-ink-3">Prices in {plans[0]?.currency}. 14-day money-back guarantee.</p>
        {payments === 'test' && (
          <Notice>This site uses a test checkout. You won't be charged, and real cards aren't accepted.</Notice>
        )}
      </div>
    </div>
  )
}

const column = 'relative grid grid-rows-[auto_auto_auto_1fr_auto] gap-5 bg-surface px-8'
const usual =
  'rounded-card border border-line py-8 lg:first:rounded-r-none lg:first:border-r-0 lg:last:rounded-l-none lg:last:border-l-0'
const raised =
  'z-1 rounded-card border border-transparent py-8 shadow-[0_0_0_2px_var(--color-accent),var(--shadow-menu)] lg:-my-4 lg:py-12'

type ColumnProps = { plan: Plan; before: Plan | undefined; heading: HeadingLevel; isSummary: boolean }

function PlanColumn({ plan, before, heading: Heading, isSummary }: ColumnProps) {
  const isPopular = plan.id === 'plus'
  return (
    <article
      className={`${column} ${isPopular ? raised : usual} ${isSummary ? 'max-sm:grid-rows-none max-sm:gap-4 max-sm:px-6 max-sm:py-6' : ''}`}
    >
      <div>
        <div className="flex min-h-7 items-center justify-between gap-3">
          <Heading className="text-subhead">{plan.name}</Heading>
          {isPopular && <MostPopular />}
        </div>
        <p className="mt-1 text-ink-2 text-ui">{isFor[plan.id]}</p>
      </div>
      <PlanPrice plan={plan} />
      <PlanFigures plan={plan} />
      <div className={isSummary ? 'max-sm:hidden' : ''}>
        <PlanPoints plan={plan} before={before} />
      </div>
      <PlanLink plan={plan} className={isPopular ? buttonStyle.primary : buttonStyle.plain} />
    </article>
  )
}

/** Anonymous visitors register first and then continue with the plan they picked. */
function PlanLink({ plan, className }: { plan: Plan; className: string }) {
  const isSignedOut = useSession().status === 'signed-out'
  const { data: present } = useSubscription()
  const selection = `${pages.subscription}?plan=${plan.id}`
  if (!isSignedOut && present?.plan === plan.id) {
    return (
      <p className="flex min-h-11 items-center justify-center rounded-control bg-sunken font-medium text-ink-2 text-ui">
        Your plan
      </p>
    )
  }
  if (!isSignedOut) {
    return (
      <Link to={selection} className={className}>
        Choose {plan.name}
      </Link>
    )
  }
  return plan.price === 0 ? (
    <Link to={pages.register} className={className}>
      Get Started
    </Link>
  ) : (
    <Link to={pages.register} state={{ from: selection }} className={className}>
      Choose {plan.name}
    </Link>
  )
}
