import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The columns that links stand in, and what stands there while they load or where there are none. */
export const linkGrid = 'grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14'

export const LinkListSkeleton = () => (
  <Loading label="Loading your links">
    <div className="mt-16">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-3">
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
