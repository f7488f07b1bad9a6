import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { usedOf } from '#web/lib/limit-text.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'

const failed = 'Failed to fetch subscription data. Please try again.'

export function PlanUsage() {
  const { data, error, refetch } = useSubscription()
  const { canUpgrade } = useImageRoom()
  const sellsPlans = useSellsPlans()
  if (!data && error) return <Failure sentence={errorMessage(error, failed)} onRetry={() => void refetch()} />
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
    <div className="grid gap-2">
      <div className="flex justify-between gap-4 text-ui">
        <span>{sellsPlans ? 'Images on your plan' : 'Images'}</span>
        <span className="text-ink-2 tabular-nums">{usedOf(images, imageLimit)}</span>
      </div>
      <UsageBar isCompact label="Images used" used={images} limit={imageLimit} />
      {/* At the limit, the upload panel has the same link. */}
      {canUpgrade && imageLimit !== null && images >= imageLimit * 0.8 && images < imageLimit && (
        <Link className="link justify-self-start text-ui" to={pages.subscription}>
          Upgrade Plan
        </Link>
      )}
    </div>
  )
}

const reached = "You have reached your plan's image limit."

/** `room` is how many more images the plan allows. It's unlimited while loading, as the server enforces the limit. */
export function useImageRoom() {
  const { data } = useSubscription()
  const sellsPlans = useSellsPlans()
  const limit = data?.planDetails.imageLimit ?? Number.POSITIVE_INFINITY
  const room = Math.max(0, limit - (data?.usage.images ?? 0))
  const canUpgrade = data?.plan !== 'gold' && sellsPlans
  return {
    room,
    isFull: room === 0,
    canUpgrade,
    sentence: canUpgrade
      ? `${reached} Please upgrade to upload more images.`
      : `${sellsPlans ? reached : 'You have reached your image limit.'} Delete images to upload more.`,
  }
}
