import '#web/ui/form-controls.css'
import { useState } from 'react'
import type { PaymentMode } from '#shared/config.ts'
import type { Plan, PlanId } from '#shared/plans.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { formatPrice } from '#web/lib/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { describePlanChange } from './plan-change.ts'
import { MostPopular, PlanFigures, PlanPoints, PlanPrice } from './plan-facts.tsx'
import { useChoosePlan } from './use-choose-plan.ts'

type Props = { plans: Plan[]; present: Subscription; payments: PaymentMode | undefined; first: PlanId }

export function PlanForm({ plans, present, payments, first }: Props) {
  const [selectedId, setSelectedId] = useState(first)
  const { choose, failure, isBusy } = useChoosePlan()
  const selected = plans.find(({ id }) => id === selectedId) ?? present.planDetails
  const { text, canContinue } = describePlanChange(selected, present, payments)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canContinue && !isBusy) choose(selected.id)
      }}
    >
      <div className="page grid gap-6">
        <fieldset className="grid gap-6 lg:grid-cols-3">
          <legend className="sr-only">Plan</legend>
          {plans.map((plan, index) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              before={plans[index - 1]}
              isOwn={plan.id === present.plan}
              isSelected={plan.id === selected.id}
              onSelect={() => setSelectedId(plan.id)}
            />
          ))}
        </fieldset>
      </div>
      <div
        hidden={!canContinue}
        className="sticky bottom-0 z-10 mt-10 border-line border-t bg-wall/94 pb-[env(safe-area-inset-bottom)] backdrop-blur-md"
      >
        <div className="page grid gap-3 py-3.5">
          {failure && <Notice tone="danger">{failure}</Notice>}
          <div className="flex items-center justify-between gap-4">
            <p id="choice" aria-live="polite" className="text-ui">
              <span className="font-medium">
                {selected.name}, {formatPrice(selected.price, selected.currency)} per month.
              </span>{' '}
              <span className="max-sm:block max-sm:text-caption text-ink-2">{text}</span>
            </p>
            <Button type="submit" kind="primaryBig" aria-describedby="choice" busy={isBusy && 'One moment'}>
              Continue
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}

type PlanCardProps = {
  plan: Plan
  before: Plan | undefined
  isOwn: boolean
  isSelected: boolean
  onSelect: () => void
}

const PlanCard = ({ plan, before, isOwn, isSelected, onSelect }: PlanCardProps) => (
  <label className="relative grid cursor-pointer grid-rows-[auto_auto_auto_1fr] gap-5 rounded-card border border-line bg-surface p-7 transition-shadow has-checked:border-transparent has-checked:shadow-[0_0_0_2px_var(--color-accent)] has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-4">
    {plan.id === 'plus' && (
      <span className="-top-[13px] absolute left-7">
        <MostPopular />
      </span>
    )}
    <span className="flex min-h-7 items-center gap-3">
      <input
        type="radio"
        name="plan"
        value={plan.id}
        checked={isSelected}
        onChange={onSelect}
        aria-label={`${plan.name}, ${formatPrice(plan.price, plan.currency)} per month${isOwn ? ', your plan' : ''}`}
        className="check mt-0 scroll-mb-32 focus-visible:outline-none"
      />
      <span className="text-subhead">{plan.name}</span>
      {isOwn && (
        <span className="ml-auto">
          <Badge>Your plan</Badge>
        </span>
      )}
    </span>
    <PlanPrice plan={plan} />
    <PlanFigures plan={plan} />
    <PlanPoints plan={plan} before={before} />
  </label>
)
