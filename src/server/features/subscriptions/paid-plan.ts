import { days } from '#server/platform/clock.ts'
import { type CatalogPlan, type Limits, type PlanId, plans, withLimits, withStudio } from '#shared/plans.ts'
import type { Facts, PlanSources } from './subscriptions.repository.ts'

/** Renewal events can be late, and paying users shouldn't be locked out in the meantime. */
const renewalGraceMs = days(3)

/** Computed on demand, so that expiry doesn't depend on a timer. */
function isPaid({ status, planId, currentPeriodEnd, cancelAtPeriodEnd }: Facts, now: Date) {
  if (status === 'ended' || !planId || !currentPeriodEnd) return false
  const graceMs = status === 'active' && !cancelAtPeriodEnd ? renewalGraceMs : 0
  return now.getTime() < Date.parse(currentPeriodEnd) + graceMs
}

/**
 * The plan of users without a subscription or a grant, the limits that the operator has overridden, and whether every
 * plan includes branding, an own domain and collaborators.
 */
export type Default = { planId: PlanId; limits: Partial<Limits>; studioForAll?: boolean }

export function overrideLimits(plan: CatalogPlan, limits: Partial<Limits>): CatalogPlan {
  return Object.keys(limits).length === 0 ? plan : withLimits(plan, { ...toLimits(plan), ...limits })
}

const toLimits = ({ linkLimit, imageLimit, storageLimitGb }: Limits): Limits => ({
  linkLimit,
  imageLimit,
  storageLimitGb,
})

export type PresentPlan = {
  plan: CatalogPlan
  status: 'active' | 'canceled' | 'past_due'
  currentPeriodEnd: string | null
}

/** A plan granted by an administrator overrides a paid one, which overrides the default. */
export function presentPlan({ facts, grant }: PlanSources, byDefault: Default, now: Date): PresentPlan {
  const paidId = facts && isPaid(facts, now) ? facts.planId : null
  const planId = grant.planId ?? paidId
  const limited = overrideLimits(
    planId ? plans[planId] : overrideLimits(plans[byDefault.planId], byDefault.limits),
    grant.limits,
  )
  const plan = byDefault.studioForAll ? withStudio(limited) : limited
  if (!facts || !paidId) return { plan, status: 'active', currentPeriodEnd: null }
  const { status, cancelAtPeriodEnd, currentPeriodEnd } = facts
  return {
    plan,
    status: cancelAtPeriodEnd ? 'canceled' : status === 'past_due' ? 'past_due' : 'active',
    currentPeriodEnd,
  }
}
