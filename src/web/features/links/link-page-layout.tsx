import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export const headStyle =
  'grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]'
export const splitStyle =
  'grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,22rem)] lg:items-start lg:justify-between lg:gap-12'

export const BackToDashboard = () => (
  <Link to={pages.dashboard} className="link inline-flex min-h-11 items-center gap-1.5 justify-self-start text-ui">
    <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
    Dashboard
  </Link>
)

export const LinkFormSkeleton = () => (
  <Loading label="Loading the form">
    <div className={splitStyle}>
      <div className="grid gap-8">
        <Skeleton className="h-18" />
        <Skeleton className="h-34" />
        <Skeleton className="h-18 w-48" />
        <Skeleton className="h-44" />
      </div>
      <Skeleton className="h-56" />
    </div>
  </Loading>
)
