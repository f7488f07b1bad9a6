import { pages } from '#shared/pages.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export const headStyle =
  'grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]'
export const splitStyle =
  'grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,22rem)] lg:items-start lg:justify-between lg:gap-12'
/** Between the two breakpoints, the summary is below the form. */
export const partsStyle =
  'grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start lg:gap-12 min-[75rem]:grid-cols-[11rem_minmax(0,38rem)_minmax(0,18rem)] min-[75rem]:justify-between'

export const BackToDashboard = () => <BackLink to={pages.dashboard}>Dashboard</BackLink>

export const CreateLinkSkeleton = () => (
  <Loading label="Loading the form">
    <div className={splitStyle}>
      <div className="grid gap-6">
        <Skeleton className="h-20" />
        <Skeleton className="h-16" />
        <Skeleton className="h-11 w-56" />
      </div>
      <div className="grid gap-10">
        <Skeleton className="h-61" />
        <Skeleton className="h-76" />
      </div>
    </div>
  </Loading>
)

export const EditLinkSkeleton = () => (
  <Loading label="Loading the form">
    <div className={partsStyle}>
      <Skeleton className="h-55 max-lg:hidden" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-20" />
        <Skeleton className="h-36" />
        <Skeleton className="h-20" />
        <Skeleton className="h-72" />
      </div>
      <Skeleton className="h-56 lg:max-[75rem]:hidden" />
    </div>
  </Loading>
)
