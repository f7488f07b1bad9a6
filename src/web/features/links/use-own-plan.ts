import { useQuery } from '@tanstack/react-query'
import { plans } from '#shared/plans.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { planQueries } from '#web/lib/queries/plan.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

const toPlan = ({ plan, planDetails, usage }: Subscription) => ({
  ...planDetails,
  allows: plans[plan].allows,
  usage,
  isLinkLimitReached: planDetails.linkLimit !== null && usage.links >= planDetails.linkLimit,
})
export type OwnPlan = ReturnType<typeof toPlan>

export const useOwnPlan = () => useQuery({ ...planQueries.subscription, select: toPlan })

export function useCanUpgrade(plan: OwnPlan | undefined) {
  const { data: config } = useQuery(siteQueries.config)
  return plan?.id === 'free' && config !== undefined && config.payments !== 'off'
}
