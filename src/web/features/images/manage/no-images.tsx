import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export const NoImages = ({ isFull }: { isFull: boolean }) => {
  const sellsPlans = useSellsPlans()
  return (
    <div className="grid gap-5">
      <div aria-hidden="true" className="max-w-lead">
        <EmptyFrame />
      </div>
      <div className="grid gap-1">
        <h3 className="text-subhead">No images yet</h3>
        <p className="max-w-measure text-ink-2">
          {isFull
            ? `You've reached your ${sellsPlans ? "plan's image limit" : 'image limit'}. You can still move images here from your other links.`
            : 'Add images with the button above. The first one becomes the cover.'}
        </p>
      </div>
    </div>
  )
}

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
