import { AnalyticsView } from '#web/features/analytics/analytics-view.tsx'
import { usePlanId } from '#web/lib/use-subscription.ts'
import { Hero } from '#web/ui/hero.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export function AnalyticsPage() {
  const plan = usePlanId()
  return (
    <div className="page">
      <title>Analytics · Framelight</title>
      <Hero title="Analytics" subtitle="All of your links together." />
      {plan ? <AnalyticsView plan={plan} /> : <Spinner />}
    </div>
  )
}
