import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { splitStyle } from './link-layout.ts'

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
