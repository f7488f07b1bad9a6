import { days } from '#server/platform/clock.ts'
import { type CatalogPlan, type PlanId, plans } from '#shared/plans.ts'
import type { Facts } from './subscriptions.repository.ts'

/**
 * A grace period after the end of a paid one: the event of a renewal may be late, and a paying user shall not be locked
 * out meanwhile.
 */
const renewalGraceMs = days(3)

/** Whether the plan that was bought counts at this moment. Asked whenever it matters, so no timer can be missed. */
function isPaid({ status, planId, currentPeriodEnd, cancelAtPeriodEnd }: Facts, now: Date) {
  if (status === 'ended' || !planId || !currentPeriodEnd) return false
  const graceMs = status === 'active' && !cancelAtPeriodEnd ? renewalGraceMs : 0
  return now.getTime() < Date.parse(currentPeriodEnd) + graceMs
}

export type PresentPlan = {
  plan: CatalogPlan
  status: 'active' | 'canceled' | 'past_due'
  currentPeriodEnd: string | null
}

/** The user's plan as the API tells it: the one that was bought, else the default. */
export function presentPlan(facts: Facts | undefined, defaultPlan: PlanId, now: Date): PresentPlan {
  if (!facts?.planId || !isPaid(facts, now)) {
    return { plan: plans[defaultPlan], status: 'active', currentPeriodEnd: null }
  }
  const { planId, status, cancelAtPeriodEnd, currentPeriodEnd } = facts
  return {
    plan: plans[planId],
    status: cancelAtPeriodEnd ? 'canceled' : status === 'past_due' ? 'past_due' : 'active',
    currentPeriodEnd,
  }
}
