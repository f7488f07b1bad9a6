import { Check } from 'lucide-react'
import type { Plan } from '#shared/plans.ts'
import { formatNumber, formatPrice } from '#web/lib/formats.ts'
import { pointsOf } from './plan-points.ts'

export const PlanPrice = ({ plan }: { plan: Plan }) => (
  <p className="font-medium text-[2.75rem] leading-none tracking-[-0.03em]">
    {formatPrice(plan.price, plan.currency)}
    <span className="ml-1.5 font-normal text-ink-3 text-ui tracking-normal">per month</span>
  </p>
)

const Figure = ({ value, noun }: { value: number | null; noun: string }) => (
  <p className="py-3.5 text-ink-2 text-ui leading-5">
    <span className="block font-medium text-[1.5rem] text-ink leading-7 tracking-[-0.02em]">
      {value === null ? 'Unlimited' : formatNumber(value)}
    </span>
    {noun}
  </p>
)

export const PlanFigures = ({ plan }: { plan: Plan }) => (
  <div className="grid grid-cols-2 border-line border-y last:border-b-0">
    <Figure value={plan.linkLimit} noun="links" />
    <Figure value={plan.imageLimit} noun="images in total" />
  </div>
)

/** `before` is the next smaller plan, whose features are included. */
export const PlanPoints = ({ plan, before }: { plan: Plan; before?: Plan | undefined }) => (
  <ul className="grid content-start gap-2.5 text-ui">
    {pointsOf(plan, before).map((point) => (
      <li key={point} className="grid grid-cols-[auto_1fr] gap-2.5">
        <Check size={16} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] text-accent" />
        <span className="text-pretty">{point}</span>
      </li>
    ))}
  </ul>
)

export const MostPopular = () => (
  <span className="inline-flex h-6.5 items-center whitespace-nowrap rounded-small bg-accent px-2 font-semibold text-[0.75rem] text-on-accent leading-none tracking-[0.06em]">
    MOST POPULAR
  </span>
)
