import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'

/** How many images the plan has room for. */
export function PlanUsage() {
  const { data, error, refetch } = useSubscription()
  if (!data && error) return <Failure sentence={error.message} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Loading label="Loading your plan">
        <Skeleton className="h-14" />
      </Loading>
    )
  }
  const { images } = data.usage
  const { imageLimit } = data.planDetails
  return (
    <div className="grid gap-2 px-1">
      <div className="flex justify-between gap-4 text-ui">
        <span>Images on your plan</span>
        <span className="text-ink-2 tabular-nums">
          {formatNumber(images)} of {formatNumber(imageLimit)}
        </span>
      </div>
      <UsageBar label="Images used" used={images} limit={imageLimit} />
      {data.plan !== 'gold' && images >= imageLimit * 0.8 && (
        <Link className="link justify-self-start text-ui" to={pages.subscription}>
          Upgrade Plan
        </Link>
      )}
    </div>
  )
}

export const limitSentence = "You have reached your plan's image limit. Please upgrade to upload more images."

/** Whether the plan takes no more images. Not known is not full: the server decides. */
export function useIsFull() {
  const { data } = useSubscription()
  return data !== undefined && data.usage.images >= data.planDetails.imageLimit
}
