import type { Plan } from '#shared/plans.ts'
import { formatPrice } from '#web/lib/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { MostPopular, PlanFigures, PlanPoints, PlanPrice } from './plan-facts.tsx'
import '#web/ui/form-controls.css'

type Props = {
  plan: Plan
  before: Plan | undefined
  isOwn: boolean
  isSelected: boolean
  onSelect: () => void
}

export const PlanCard = ({ plan, before, isOwn, isSelected, onSelect }: Props) => (
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
