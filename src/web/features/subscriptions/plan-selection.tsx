import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '#web/lib/error-message.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { usePlans } from '#web/lib/use-plans.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { PaymentsOff } from './payments-off.tsx'
import { initialPlan } from './plan-change.ts'
import { PlanForm } from './plan-form.tsx'

export function PlanSelection() {
  const [search] = useSearchParams()
  const config = useQuery(siteQueries.config)
  const { data: present, error, refetch } = useSubscription()
  const { plans, failure, retry } = usePlans()
  const payments = config.data?.payments

  if (payments === 'off') return framed(<PaymentsOff />)
  if (!present && error)
    return framed(
      <Failure
        sentence={errorMessage(error, 'Failed to fetch subscription data. Please try again.')}
        onRetry={refetch}
      />,
    )
  if (!present || config.isPending) return framed(<PlanSkeletons />)
  return (
    <>
      <div className="page grid gap-8 pb-8 empty:hidden">
        {present.currentPeriodEnd && (
          <CurrentSubscription subscription={present} end={present.currentPeriodEnd} payments={payments} />
        )}
        {failure && <Failure sentence={failure} onRetry={retry} />}
      </div>
      <PlanForm
        plans={plans}
        present={present}
        payments={payments}
        first={initialPlan(search.get('plan'), present, plans)}
      />
    </>
  )
}

const framed = (content: ReactNode) => <div className="page pb-16">{content}</div>

const PlanSkeletons = () => (
  <Loading label="Loading your subscription">
    <div className="grid gap-6 lg:grid-cols-3">
      {['free', 'plus', 'gold'].map((id) => (
        <div key={id} className="overflow-hidden rounded-card">
          <Skeleton className="h-107" />
        </div>
      ))}
    </div>
  </Loading>
)
