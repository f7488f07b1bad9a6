import { PlanSelection } from '#web/features/subscriptions/plan-selection.tsx'
import { useSubscription } from '#web/lib/use-subscription.ts'

export function SubscriptionPage() {
  const plan = useSubscription().data?.planDetails.name
  return (
    <>
      <title>Choose your plan · Framelight</title>
      <header className="page grid gap-3 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]">
        <h1 className="text-title">Choose your plan</h1>
        <p className="text-ink-2">{plan && `You're on ${plan}. `}Change or cancel anytime.</p>
      </header>
      <PlanSelection />
    </>
  )
}
