import { useQuery } from '@tanstack/react-query'
import { BillingQuestions } from '#web/features/subscriptions/billing-questions.tsx'
import { PlanColumns } from '#web/features/subscriptions/plan-columns.tsx'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Hero } from '#web/ui/hero.tsx'

const sold = 'Every plan has the same galleries. Paying gives you more of them, and more to know about who looks.'
const unsold = 'Everyone here has the same plan, and the same galleries.'

export function PricingPage() {
  const payments = useQuery(siteQueries.config).data?.payments
  return (
    <div className="page">
      <title>Pricing · Framelight</title>
      <Hero title="Room for your pictures" subtitle={payments === 'off' ? unsold : sold} />
      <PlanColumns />
      <BillingQuestions />
    </div>
  )
}
