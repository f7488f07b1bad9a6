import { useSubscription } from '#web/lib/use-subscription.ts'

export const limitSentence = "You have reached your plan's image limit. Please upgrade to upload more images."

/** Whether the plan takes no more images. Not known is not full: the server decides. */
export function useIsFull() {
  const { data } = useSubscription()
  return data !== undefined && data.usage.images >= data.planDetails.imageLimit
}
