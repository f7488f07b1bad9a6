import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const places = ['a', 'b', 'c', 'd', 'e', 'f']

export const GridSkeleton = () => (
  <Loading label="Loading images">
    <div className="pics">
      {places.map((place) => (
        <div key={place} className="grid gap-4 p-1">
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="mb-2 h-4 w-2/3" />
        </div>
      ))}
    </div>
  </Loading>
)
