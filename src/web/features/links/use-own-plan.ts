import { useQuery } from '@tanstack/react-query'
import type { Link } from '#shared/links.ts'
import { plans } from '#shared/plans.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { planQueries } from '#web/lib/queries/plan.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

/** Counts at least the listed links, because the specification's subscription has no usage. */
function toPlan({ plan, planDetails, usage: reported }: Subscription, listed: readonly Link[]) {
  const usage = {
    links: Math.max(reported.links, listed.length),
    images: Math.max(
      reported.images,
      listed.reduce((sum, { imageCount }) => sum + imageCount, 0),
    ),
  }
  const isLinkLimitReached = planDetails.linkLimit !== null && usage.links >= planDetails.linkLimit
  return { ...planDetails, allows: plans[plan].allows, usage, isLinkLimitReached }
}
export type OwnPlan = ReturnType<typeof toPlan>
/** What the fields of a link need to know. */
export type PlanOfFields = Pick<OwnPlan, 'name' | 'allows'>

export function useOwnPlan() {
  const { data: listed = [] } = useQuery({ ...ownerQueries.links, enabled: false })
  return useQuery({ ...planQueries.subscription, select: (subscription) => toPlan(subscription, listed) })
}

export function useCanUpgrade(plan: OwnPlan | undefined) {
  const { data: config } = useQuery(siteQueries.config)
  return plan?.id === 'free' && config !== undefined && config.payments !== 'off'
}
