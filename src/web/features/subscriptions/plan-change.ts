import type { PaymentMode } from '#shared/config.ts'
import type { Plan, PlanId } from '#shared/plans.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { formatDay } from '#web/lib/formats.ts'

type Present = Pick<Subscription, 'plan' | 'planDetails' | 'status' | 'currentPeriodEnd'>
type Choice = { /** What happens next. */ text: string; canContinue: boolean }

/** What Continue does with a plan, for somebody in this situation. */
export function describePlanChange(chosen: Plan, present: Present, payments: PaymentMode | undefined): Choice {
  if (present.currentPeriodEnd === null) return withoutPayment(chosen, present, payments)
  return chosen.id === present.plan
    ? samePlan(present, present.currentPeriodEnd)
    : anotherPlan(chosen, present, present.currentPeriodEnd, payments)
}

/** For somebody who pays nothing so far. */
function withoutPayment(chosen: Plan, { plan, planDetails }: Present, payments: PaymentMode | undefined): Choice {
  if (chosen.price === 0) return { text: `You stay on ${planDetails.name}.`, canContinue: true }
  if (chosen.id === plan) return { text: `${chosen.name} is your plan already.`, canContinue: false }
  return payments === 'test'
    ? { text: 'A test checkout follows. Nothing is charged.', canContinue: true }
    : { text: 'You pay on the next page. 14 days to change your mind.', canContinue: true }
}

function samePlan({ planDetails, status }: Present, end: string): Choice {
  return status === 'canceled'
    ? { text: `You take the cancellation back: it renews on ${formatDay(end)}.`, canContinue: true }
    : { text: `${planDetails.name} is your plan already.`, canContinue: false }
}

function anotherPlan(chosen: Plan, { planDetails }: Present, end: string, payments: PaymentMode | undefined): Choice {
  if (chosen.price === 0) {
    return { text: `You keep ${planDetails.name} until ${formatDay(end)}, then you are on Free.`, canContinue: true }
  }
  if (payments === 'test') return { text: 'You switch at once. Nothing is charged.', canContinue: true }
  return chosen.price > planDetails.price
    ? { text: 'You switch at once and pay the difference now.', canContinue: true }
    : {
        text: `You switch at once. What is left of ${planDetails.name} counts towards your next payments.`,
        canContinue: true,
      }
}

/** The plan that stands chosen at first: the one asked for, else one's own, and for those on Free the popular one. */
export function initialPlan(asked: string | null, present: Pick<Present, 'plan'>, plans: readonly Plan[]): PlanId {
  const known = plans.find(({ id }) => id === asked)
  if (known) return known.id
  return present.plan === 'free' ? 'plus' : present.plan
}
