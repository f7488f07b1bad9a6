import { type PlanId, plans } from '#shared/plans.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { bodyOf, isObject } from './normalize-response.ts'

const isPlanId = (id: unknown): id is PlanId => typeof id === 'string' && id in plans

/** Accepts every shape in the specification: no subscription, the plan as an ID, or the plan as an object. */
export function toSubscription(answer: unknown): Subscription {
  const { plan, planDetails, status, currentPeriodEnd, usage } = bodyOf(answer)
  const details = isObject(planDetails) ? planDetails : isObject(plan) ? plan : {}
  const id = isObject(plan) ? plan.id : plan
  const known = isPlanId(id) ? id : 'free'
  return {
    plan: known,
    planDetails: { ...plans[known], ...details },
    status: status === 'canceled' || status === 'past_due' ? status : 'active',
    currentPeriodEnd: typeof currentPeriodEnd === 'string' ? currentPeriodEnd : null,
    usage: { links: 0, images: 0, ...(isObject(usage) ? usage : {}) },
  }
}
