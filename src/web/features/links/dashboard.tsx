import { useQuery } from '@tanstack/react-query'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { Failure } from '#web/ui/failure.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { FeaturedImages } from './featured-images.tsx'
import { LinkList } from './link-list.tsx'
import { LinkListSkeleton } from './link-list-skeleton.tsx'
import { PlanFigures, PlanFiguresSkeleton } from './plan-figures.tsx'
import { UpgradeBanner } from './upgrade-banner.tsx'
import { useOwnPlan, useUpgrade } from './use-own-plan.ts'

export function Dashboard() {
  const links = useQuery(ownerQueries.links)
  const plan = useOwnPlan()
  const canUpgrade = useUpgrade(plan.data)
  const views = links.data?.reduce((sum, link) => sum + link.views, 0)

  return (
    <div className="page">
      <title>Dashboard · Framelight</title>
      <DashboardHead plan={plan.data} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {plan.data && !links.isPending ? (
          <PlanFigures plan={plan.data} views={views} />
        ) : plan.error ? (
          <Failure
            sentence={sentenceOf(plan.error, 'Failed to fetch subscription data. Please try again.')}
            onRetry={plan.refetch}
          />
        ) : (
          <PlanFiguresSkeleton />
        )}
        <FeaturedImages />
      </div>
      {links.data ? (
        <LinkList links={links.data} />
      ) : links.error ? (
        <div className="mt-16">
          <Failure
            sentence={sentenceOf(links.error, 'Failed to fetch links. Please try again.')}
            onRetry={links.refetch}
          />
        </div>
      ) : (
        <LinkListSkeleton />
      )}
      {canUpgrade && plan.data && <UpgradeBanner linksUsed={plan.data.usage.links} />}
    </div>
  )
}
