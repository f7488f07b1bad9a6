import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import type { OwnPlan } from './use-own-plan.ts'
import './plan-figures.css'

const Figure = ({ title, value, limit }: { title: string; value: number | undefined; limit?: number | null }) => (
  <div className="flex items-baseline justify-between gap-3">
    <h3 className="text-ui">{title}</h3>
    <p className="text-subhead">
      {value === undefined ? '–' : formatNumber(value)}
      {limit != null && <small className="ml-1 font-normal text-caption text-ink-3">of {formatNumber(limit)}</small>}
    </p>
  </div>
)

type Props = {
  plan: OwnPlan
  /** undefined if the links failed to load. */
  views: number | undefined
}

export const PlanFigures = ({ plan: { usage, linkLimit, imageLimit }, views }: Props) => (
  <section className="figures" aria-label="Plan usage and views">
    <div>
      <Figure title="Links" value={usage.links} limit={linkLimit} />
      <UsageBar label="Links used" used={usage.links} limit={linkLimit} />
    </div>
    <div>
      <Figure title="Images" value={usage.images} limit={imageLimit} />
      <UsageBar label="Images used" used={usage.images} limit={imageLimit} />
    </div>
    <div>
      <Figure title="Total Views" value={views} />
      <p className="text-caption text-ink-2 sm:pt-3.5">
        <Link className="underline hover:text-ink" to={pages.analytics}>
          View analytics
        </Link>
      </p>
    </div>
  </section>
)

export const PlanFiguresSkeleton = () => (
  <Loading label="Loading plan usage">
    <div className="figures h-full">
      {['Links', 'Images', 'Total Views'].map((title) => (
        <div key={title}>
          <Skeleton className="h-6.5 w-full" />
          <Skeleton className="h-8.5 w-full" />
        </div>
      ))}
    </div>
  </Loading>
)
