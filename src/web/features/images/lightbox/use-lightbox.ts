import { useCallback, useRef, useState } from 'react'
import { countImageView, type Image } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { useShownImage } from './use-shown-image.ts'

/** Counts each picture once per visit of the page; the owner's own looking does not count. */
function useCountedViews(isOwner: boolean) {
  const counted = useRef(new Set<string>())
  return (imageId: string) => {
    if (isOwner || counted.current.has(imageId)) return
    counted.current.add(imageId)
    void call(countImageView, { params: { id: imageId } }).catch(() => {})
  }
}

/** Which of a gallery's pictures is seen large, and whether they change by themselves. */
export function useLightbox(images: readonly Image[], isOwner: boolean) {
  const { shownId, open, show, close } = useShownImage()
  const [isPlaying, setIsPlaying] = useState(false)
  const countView = useCountedViews(isOwner)

  return {
    shownId,
    isPlaying,
    close,
    // Always the same function: the wall is rendered anew only for other pictures.
    openImage: useCallback(
      (imageId: string) => {
        setIsPlaying(false)
        void open(imageId)
      },
      [open],
    ),
    startSlideshow: () => {
      setIsPlaying(true)
      if (images[0]) void open(images[0]._id)
    },
    onView: (imageId: string) => {
      countView(imageId)
      if (shownId && imageId !== shownId) void show(imageId)
    },
  }
}
