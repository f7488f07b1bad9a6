import { useCallback, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { useImageParam } from './use-image-param.ts'

export function useLightbox(images: readonly Image[]) {
  const { shownId, open, show, close } = useImageParam()
  const [isPlaying, setIsPlaying] = useState(false)

  return {
    shownId,
    isPlaying,
    close,
    // This callback must be stable, because the wall is memoized.
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
      if (shownId && imageId !== shownId) void show(imageId)
    },
  }
}
