import { PlanSelection } from '#web/features/subscriptions/plan-selection.tsx'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'

export function SubscriptionPage() {
  const sellsPlans = useSellsPlans()
  const { data } = useSubscription()
  // A paid plan is described below, with its renewal.
  const current = data && !data.currentPeriodEnd && `You're on ${data.planDetails.name}. `
  const title = sellsPlans ? 'Choose your plan' : 'Nothing to pay here'
  return (
    <>
      <title>{`${title} · Framelight`}</title>
      <header className="page grid gap-3 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]">
        <h1 className="text-title">{title}</h1>
        {sellsPlans && <p className="text-ink-2">{current}Change or cancel anytime.</p>}
      </header>
      <PlanSelection />
    </>
  )
}
