import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export const ImageSkeleton = () => (
  <Loading label="Loading photo">
    <div className="min-h-dvh">
      <div className="grid place-items-center bg-sunken sm:p-8">
        <Skeleton className="aspect-3/2 w-[min(100%,72dvh*1.5)]" />
      </div>
      <div className="page grid gap-4 pt-[clamp(1.5rem,4vw,3rem)]">
        <Skeleton className="h-12 w-[min(28rem,80%)]" />
        <Skeleton className="h-5 w-64" />
      </div>
    </div>
  </Loading>
)
