import { useCallback, useRef } from 'react'
import { countImageView } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'

/** Counts each picture once per visit of the page; the owner's own looking does not count. */
export function useCountedViews(isOwner: boolean) {
  const counted = useRef(new Set<string>())
  return useCallback(
    (imageId: string) => {
      if (isOwner || counted.current.has(imageId)) return
      counted.current.add(imageId)
      call(countImageView, { params: { id: imageId } }).catch(() => {})
    },
    [isOwner],
  )
}
