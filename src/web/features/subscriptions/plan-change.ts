import type { PaymentMode } from '#shared/config.ts'
import type { Plan, PlanId } from '#shared/plans.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { formatDay } from '#web/lib/formats.ts'

type Current = Pick<Subscription, 'plan' | 'planDetails' | 'status' | 'currentPeriodEnd'>
type PlanChange = { text: string; canContinue: boolean }

/** Describes the effect of the Continue button. */
export function describePlanChange(selected: Plan, current: Current, payments: PaymentMode | undefined): PlanChange {
  if (current.currentPeriodEnd === null) return withoutPayment(selected, current, payments)
  return selected.id === current.plan
    ? samePlan(current, current.currentPeriodEnd)
    : anotherPlan(selected, current, current.currentPeriodEnd, payments)
}

function withoutPayment(selected: Plan, { plan, planDetails }: Current, payments: PaymentMode | undefined): PlanChange {
  if (selected.price === 0) return { text: `You'll stay on ${planDetails.name}.`, canContinue: true }
  if (selected.id === plan) return { text: `You're on ${selected.name}.`, canContinue: false }
  return payments === 'test'
    ? { text: "You'll continue to a test checkout. You won't be charged.", canContinue: true }
    : { text: "You'll pay on the next page. 14-day money-back guarantee.", canContinue: true }
}

function samePlan({ planDetails, status }: Current, end: string): PlanChange {
  return status === 'canceled'
    ? { text: `Your plan will renew on ${formatDay(end)}.`, canContinue: true }
    : { text: `You're on ${planDetails.name}.`, canContinue: false }
}

function anotherPlan(
  selected: Plan,
  { planDetails }: Current,
  end: string,
  payments: PaymentMode | undefined,
): PlanChange {
  if (selected.price === 0) {
    return { text: `You'll keep ${planDetails.name} until ${formatDay(end)}, then switch to Free.`, canContinue: true }
  }
  if (payments === 'test') return { text: "You'll switch immediately. You won't be charged.", canContinue: true }
  return selected.price > planDetails.price
    ? { text: "You'll switch immediately and pay the difference now.", canContinue: true }
    : {
        text: `You'll switch immediately. The unused part of your ${planDetails.name} payment is credited toward future payments.`,
        canContinue: true,
      }
}

export function initialPlan(requested: string | null, current: Pick<Current, 'plan'>, plans: readonly Plan[]): PlanId {
  const known = plans.find(({ id }) => id === requested)
  if (known) return known.id
  return current.plan === 'free' ? 'plus' : current.plan
}
