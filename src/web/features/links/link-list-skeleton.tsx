import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export const linkGrid = 'grid gap-x-6 gap-y-2.5 sm:grid-cols-2 lg:grid-cols-3'

export const LinkListSkeleton = () => (
  <Loading label="Loading your links">
    <div>
      <div className="mb-7 flex flex-wrap items-center justify-between gap-3">
        <Skeleton className="h-8 w-36" />
        <Skeleton className="h-12 w-full sm:w-1/2" />
      </div>
      <div className={linkGrid}>
        {['first', 'second', 'third'].map((place) => (
          <div key={place} className="grid gap-3">
            <Skeleton className="aspect-3/2" />
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-11" />
          </div>
        ))}
      </div>
    </div>
  </Loading>
)
