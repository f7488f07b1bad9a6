import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Image } from '#shared/images.ts'
import { useMounted } from '#web/lib/use-mounted.ts'

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

/** Marks history entries created by opening an image. Closing the image then goes back in history. */
const opened = { opened: true }

/**
 * Keeps the open image in the URL, so it can be shared, survives a reload and closes with Back. `shownId` is undefined
 * on the first render, because the server renders the same page for every image.
 */
function useImageParam() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isMounted = useMounted()
  const shownId = isMounted ? (new URLSearchParams(search).get('image') ?? undefined) : undefined

  const open = useCallback(
    (imageId: string) => navigate({ search: withImage(window.location.search, imageId) }, { state: opened }),
    [navigate],
  )
  const show = useCallback(
    (imageId: string) => navigate({ search: withImage(window.location.search, imageId) }, { replace: true, state }),
    [navigate, state],
  )
  // Going back is asynchronous, so closing twice would leave the gallery.
  const closing = useRef<string>(undefined)
  useEffect(() => {
    if (shownId !== closing.current) closing.current = undefined
  }, [shownId])
  const close = useCallback(() => {
    if (closing.current !== undefined || shownId === undefined) return
    closing.current = shownId
    if (state?.opened) return navigate(-1)
    return navigate({ search: withImage(window.location.search, undefined) }, { replace: true })
  }, [navigate, state, shownId])

  return { shownId, open, show, close }
}

function withImage(search: string, imageId: string | undefined) {
  const query = new URLSearchParams(search)
  if (imageId) query.set('image', imageId)
  else query.delete('image')
  return query.toString()
}
