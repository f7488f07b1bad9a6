import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { FeaturedImages } from './featured-images.tsx'
import { LinkList } from './link-list.tsx'
import { LinkListSkeleton } from './link-list-skeleton.tsx'
import { UpgradeBanner } from './upgrade-banner.tsx'
import { type OwnPlan, useCanUpgrade, useOwnPlan } from './use-own-plan.ts'

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
  const sellsPlans = useSellsPlans()
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
          {sellsPlans ? 'Your plan' : 'Your usage'}
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

const figuresStyle = 'grid rounded-card border border-line bg-surface sm:grid-cols-3'
const figureStyle =
  'grid min-w-0 content-center gap-3 border-line px-5 py-4 not-first:border-t sm:not-first:border-t-0 sm:not-first:border-l'

const Figure = ({ title, value, limit }: { title: string; value: number | undefined; limit?: number | null }) => (
  <div className="flex items-baseline justify-between gap-3">
    <h3 className="text-ui">{title}</h3>
    <p className="text-subhead">
      {value === undefined ? '–' : formatNumber(value)}
      {limit != null && <small className="ml-1 font-normal text-caption text-ink-3">of {formatNumber(limit)}</small>}
    </p>
  </div>
)

type PlanFiguresProps = {
  plan: OwnPlan
  /** undefined if the links failed to load. */
  views: number | undefined
}

const PlanFigures = ({ plan: { usage, linkLimit, imageLimit }, views }: PlanFiguresProps) => (
  <section className={figuresStyle} aria-label="Plan usage and views">
    <div className={figureStyle}>
      <Figure title="Links" value={usage.links} limit={linkLimit} />
      <UsageBar label="Links used" used={usage.links} limit={linkLimit} />
    </div>
    <div className={figureStyle}>
      <Figure title="Images" value={usage.images} limit={imageLimit} />
      <UsageBar label="Images used" used={usage.images} limit={imageLimit} />
    </div>
    <div className={figureStyle}>
      <Figure title="Total Views" value={views} />
      <p className="text-caption text-ink-2 sm:pt-3.5">
        <Link className="underline hover:text-ink" to={pages.analytics}>
          View analytics
        </Link>
      </p>
    </div>
  </section>
)

const PlanFiguresSkeleton = () => (
  <Loading label="Loading plan usage">
    <div className={`${figuresStyle} h-full`}>
      {['Links', 'Images', 'Total Views'].map((title) => (
        <div key={title} className={figureStyle}>
          <Skeleton className="h-6.5 w-full" />
          <Skeleton className="h-8.5 w-full" />
        </div>
      ))}
    </div>
  </Loading>
)
