import type { ReactNode } from 'react'
import { AnalyticsView } from '#web/features/analytics/analytics-view.tsx'
import { usePlanId } from '#web/lib/use-subscription.ts'
import { Hero } from '#web/ui/hero.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export function AnalyticsPage() {
  const plan = usePlanId()
  const head = (controls?: ReactNode) => (
    <Hero title="Analytics" subtitle="All your links combined.">
      {controls}
    </Hero>
  )
  return (
    <div className="page">
      <title>Analytics · Framelight</title>
      {plan ? (
        <AnalyticsView plan={plan} head={head} />
      ) : (
        <>
          {head()}
          <Spinner />
        </>
      )}
    </div>
  )
}
