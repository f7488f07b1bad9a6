import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { FeaturedImages } from './featured-images.tsx'
import { LinkList } from './link-list.tsx'
import { LinkListSkeleton } from './link-list-skeleton.tsx'
import { SharedWithMe } from './shared-with-me.tsx'
import { UpgradeBanner } from './upgrade-banner.tsx'
import { type OwnPlan, useCanUpgrade, useOwnPlan } from './use-own-plan.ts'

type Props = {
  /** Why no gallery can be created from images right now, or an empty string if it can. */
  refusal: string
  /** Says that files are waiting for room on the plan, if there are any. */
  waiting: ReactNode
  /** The large drop area, shown while there are no links. */
  place: ReactNode
  /** The small drop area in the header, next to Create New Link. */
  dropper: (createNew: ReactNode) => ReactNode
}

export function Dashboard({ refusal, waiting, place, dropper }: Props) {
  const links = useQuery(ownerQueries.links)
  const plan = useOwnPlan()
  const canUpgrade = useCanUpgrade(plan.data)
  const views = links.data?.reduce((sum, link) => sum + link.views, 0)
  const isEmpty = links.data?.length === 0

  return (
    <div className="page">
      <DashboardHead
        plan={plan.data}
        refusal={isEmpty ? '' : refusal}
        dropper={links.isPending ? 'loading' : isEmpty ? undefined : dropper}
      />
      <div className="mb-4 empty:hidden">{waiting}</div>
      <div className="mb-6 sm:mb-9">
        {plan.data && !links.isPending ? (
          <PlanFigures plan={plan.data} views={views} />
        ) : plan.error ? (
          <Failure
            sentence={errorMessage(plan.error, 'Failed to fetch subscription data. Please try again.')}
            onRetry={plan.refetch}
          />
        ) : (
          <Loading label="Loading plan usage">
            <Skeleton className="h-28 rounded-card sm:h-17" />
          </Loading>
        )}
      </div>
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
      <SharedWithMe />
      {/* On phones, an empty dashboard only shows how to start. */}
      <div className={`mt-14 sm:mt-18 ${isEmpty ? 'max-sm:hidden' : ''}`}>
        <FeaturedImages />
        {canUpgrade && plan.data && <UpgradeBanner linksUsed={plan.data.usage.links} />}
      </div>
    </div>
  )
}

type FigureProps = {
  title: string
  value: number | undefined
  limit?: number | null
  className?: string
  children: ReactNode
}

const Figure = ({ title, value, limit, className = 'grid border-line not-first:border-l', children }: FigureProps) => (
  <div className={`content-center gap-1 px-4 max-sm:py-2.5 sm:min-w-max sm:flex-1 sm:px-5 ${className}`}>
    <div className="flex items-baseline justify-between gap-4 text-ui">
      <h2 className="text-ink-2">{title}</h2>
      <p className="font-medium tabular-nums">
        {value === undefined ? '–' : formatNumber(value)}
        {limit != null && <small className="ml-1 font-normal text-caption text-ink-3">of {formatNumber(limit)}</small>}
      </p>
    </div>
    {children}
  </div>
)

type PlanFiguresProps = {
  plan: OwnPlan
  /** undefined if the links failed to load. */
  views: number | undefined
}

/** On phones, Total Views has a row of its own. */
const PlanFigures = ({ plan: { usage, linkLimit, imageLimit }, views }: PlanFiguresProps) => (
  <section
    aria-label="Plan usage and views"
    className="grid auto-rows-[minmax(2.75rem,auto)] grid-cols-2 rounded-card border border-line bg-surface max-sm:min-h-28 sm:flex sm:h-17 sm:overflow-x-auto sm:[scrollbar-width:none]"
  >
    <Figure title="Links" value={usage.links} limit={linkLimit}>
      <UsageBar isCompact label="Links used" used={usage.links} limit={linkLimit} />
    </Figure>
    <Figure title="Images" value={usage.images} limit={imageLimit}>
      <UsageBar isCompact label="Images used" used={usage.images} limit={imageLimit} />
    </Figure>
    <Figure
      title="Total Views"
      value={views}
      className="col-span-2 flex items-center border-line max-sm:justify-between border-t sm:grid sm:items-stretch sm:border-t-0 sm:border-l"
    >
      <Link className="text-caption text-ink-2 underline hover:text-ink" to={pages.analytics}>
        View analytics
      </Link>
    </Figure>
  </section>
)
