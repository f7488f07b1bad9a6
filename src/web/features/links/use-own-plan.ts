import { useQuery } from '@tanstack/react-query'
import { plans } from '#shared/plans.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { ownSubscription } from '#web/lib/use-subscription.ts'

const toPlan = ({ plan, planDetails, usage }: Subscription) => ({
  ...planDetails,
  allows: plans[plan].allows,
  usage,
  isLinkLimitReached: usage.links >= planDetails.linkLimit,
})
export type OwnPlan = ReturnType<typeof toPlan>

/** One's own plan: its figures, what it allows, and how much of it is used. */
export const useOwnPlan = () => useQuery({ ...ownSubscription, select: toPlan })
