import { type CatalogPlan, type PlanId, plans } from '#shared/plans.ts'
import { formatPrice } from '#web/lib/formats.ts'
import { formatLimit, limitText } from '#web/lib/limit-text.ts'
import { usePlan, usePlans } from '#web/lib/use-plans.ts'

export const PlanName = ({ id }: { id: PlanId }) => usePlan(id).name

export const PlanPrices = () =>
  usePlans().plans.map(({ id, name, price, currency, linkLimit, imageLimit }) => (
    <li key={id}>
      {name}: {formatPrice(price, currency)} per month, {limitText(linkLimit, 'link')}, {limitText(imageLimit, 'image')}
    </li>
  ))

/** Renders text like '2 on Free, 10 on Plus, 25 on Gold'. */
export const PlanLimits = ({ of }: { of: 'linkLimit' | 'imageLimit' }) =>
  usePlans()
    .plans.map((plan) => `${formatLimit(plan[of])} on ${plan.name}`)
    .join(', ')

/** Renders text like 'Plus and Gold'. */
export const PlansThat = ({ allow }: { allow: (allows: CatalogPlan['allows']) => boolean }) =>
  new Intl.ListFormat('en').format(
    usePlans()
      .plans.filter(({ id }) => allow(plans[id].allows))
      .map(({ name }) => name),
  )
