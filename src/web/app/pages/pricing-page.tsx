import { BillingQuestions } from '#web/features/subscriptions/billing-questions.tsx'
import { PlanColumns } from '#web/features/subscriptions/plan-columns.tsx'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Hero } from '#web/ui/hero.tsx'

const sold = 'Every plan includes beautiful galleries. Upgrade for more space and deeper analytics.'
const unsold = "The person who runs this site covers it. You won't see a bill."

export function PricingPage() {
  const sellsPlans = useSellsPlans()
  return (
    <div className="page">
      <title>Pricing · Framelight</title>
      {sellsPlans ? (
        <Hero title="Simple pricing" subtitle={sold} />
      ) : (
        <Hero title="Nothing to pay here" subtitle={unsold} />
      )}
      <PlanColumns />
      <BillingQuestions />
    </div>
  )
}
