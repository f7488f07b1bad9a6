import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '#web/lib/error-message.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Failure } from '#web/ui/failure.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { FeaturedImages } from './featured-images.tsx'
import { LinkList } from './link-list.tsx'
import { LinkListSkeleton } from './link-list-skeleton.tsx'
import { PlanFigures, PlanFiguresSkeleton } from './plan-figures.tsx'
import { UpgradeBanner } from './upgrade-banner.tsx'
import { useCanUpgrade, useOwnPlan } from './use-own-plan.ts'
import './dashboard.css'

type Props = {
  /** The large drop area, shown while there are no links. */
  place: ReactNode
  /** The small drop area in the header, next to Create New Link. */
  dropper: (createNew: ReactNode) => ReactNode
}

export function Dashboard({ place, dropper }: Props) {
  const links = useQuery(ownerQueries.links)
  const plan = useOwnPlan()
  const canUpgrade = useCanUpgrade(plan.data)
  const views = links.data?.reduce((sum, link) => sum + link.views, 0)
  const isEmpty = links.data?.length === 0

  return (
    <div className="page">
      <DashboardHead plan={plan.data} dropper={links.isPending ? 'loading' : isEmpty ? undefined : dropper} />
      {isEmpty && <div className="mb-12">{place}</div>}
      {links.data ? (
        <LinkList links={links.data} />
      ) : links.error ? (
        <Failure
          sentence={errorMessage(links.error, 'Failed to fetch links. Please try again.')}
          onRetry={links.refetch}
        />
      ) : (
        <LinkListSkeleton />
      )}
      <section aria-labelledby="your-plan" className="mt-14 sm:mt-18">
        <h2 id="your-plan" className="text-heading">
          Your plan
        </h2>
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          {plan.data && !links.isPending ? (
            <PlanFigures plan={plan.data} views={views} />
          ) : plan.error ? (
            <Failure
              sentence={errorMessage(plan.error, 'Failed to fetch subscription data. Please try again.')}
              onRetry={plan.refetch}
            />
          ) : (
            <PlanFiguresSkeleton />
          )}
          <FeaturedImages />
        </div>
        {canUpgrade && plan.data && <UpgradeBanner linksUsed={plan.data.usage.links} />}
      </section>
    </div>
  )
}
