import { useQuery } from '@tanstack/react-query'
import { BillingQuestions } from '#web/features/subscriptions/billing-questions.tsx'
import { PlanColumns } from '#web/features/subscriptions/plan-columns.tsx'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Hero } from '#web/ui/hero.tsx'

const sold = 'Every plan includes beautiful galleries. Upgrade for more space and deeper analytics.'
const unsold = 'Everyone here is on the same plan.'

export function PricingPage() {
  const payments = useQuery(siteQueries.config).data?.payments
  return (
    <div className="page">
      <title>Pricing · Framelight</title>
      <Hero title="Simple pricing" subtitle={payments === 'off' ? unsold : sold} />
      <PlanColumns />
      <BillingQuestions />
    </div>
  )
}
