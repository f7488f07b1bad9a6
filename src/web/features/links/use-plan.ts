import { useQuery } from '@tanstack/react-query'
import { plans } from '#shared/plans.ts'
import { getSubscription, type Subscription } from '#shared/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { orSay } from '#web/lib/sentence.ts'

const toPlan = ({ plan, planDetails, usage }: Subscription) => ({
  ...planDetails,
  allows: plans[plan].allows,
  usage,
  isLinkLimitReached: usage.links >= planDetails.linkLimit,
})
export type OwnPlan = ReturnType<typeof toPlan>

/** One's own plan: its figures, what it allows, and how much of it is used. */
export const usePlan = () =>
  useQuery({
    queryKey: ['subscription'],
    queryFn: async () =>
      (await call(getSubscription).catch(orSay('Failed to fetch subscription data. Please try again.'))).data,
    select: toPlan,
  })
