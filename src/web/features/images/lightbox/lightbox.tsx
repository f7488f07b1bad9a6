import { X } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { notify } from '#web/lib/notify.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ratioOf } from '../wall/wall-layout.ts'
import { showOnWall, sourceOnWall } from '../wall/wall-position.ts'
import type { ImageViewerProps } from './image-viewer.tsx'

const load = async () => {
  const [{ ImageViewer }, { grow, shrink }] = await Promise.all([
    import('./image-viewer.tsx'),
    import('./picture-transition.ts'),
  ])
  return { ImageViewer, grow, shrink }
}

let loadedViewer: Awaited<ReturnType<typeof load>> | undefined

const loadViewer = async () => {
  loadedViewer ??= await load()
  return loadedViewer
}

/** Ignores errors, because opening an image reports them. */
export const preloadViewer = () => void loadViewer().catch(() => {})

export function Lightbox(props: ImageViewerProps) {
  const [ImageViewer, setViewer] = useState<ComponentType<ImageViewerProps> | undefined>(
    () => loadedViewer?.ImageViewer,
  )
  const { link, index, onShow, onClose } = props

  const onFailure = useEffectEvent(() => {
    onClose()
    void notify('error', "Couldn't open the photo. Check your connection and try again.")
  })
  useEffect(() => {
    let isWanted = true
    loadViewer().then(
      (loaded) => isWanted && setViewer(() => loaded.ImageViewer),
      () => isWanted && onFailure(),
    )
    return () => {
      isWanted = false
    }
  }, [])

  if (ImageViewer) return <ImageViewer {...props} />
  const image = link.images[index]
  return image ? <ViewerPlaceholder image={image} onShow={onShow} onClose={onClose} /> : null
}

/** Shows the thumbnail where the viewer will show the image. */
function ViewerPlaceholder({
  image,
  onShow,
  onClose,
}: { image: Image } & Pick<ImageViewerProps, 'onShow' | 'onClose'>) {
  const { _id, thumbnailUrl, placeholder, width, height } = image
  useEffect(() => onShow(_id), [_id, onShow])
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-label="Photo viewer"
      aria-busy="true"
      className="fixed inset-0 z-40 grid place-items-center overflow-hidden bg-room scheme-dark"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <img
        src={sourceOnWall(_id) ?? thumbnailUrl}
        alt=""
        width={width}
        height={height}
        style={{
          width: `min(100vw, ${width}px, ${ratioOf(image)} * 100dvh)`,
          background: `center / cover url("${placeholder}")`,
        }}
      />
      <IconButton
        autoFocus
        className="absolute top-2 right-2 bg-room/60 text-room-ink!"
        icon={X}
        label="Close"
        onClick={onClose}
      />
    </div>
  )
}

/** If the viewer's code takes longer to load, the image opens without an animation. */
const maxWaitMs = 150
const timeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs))

/**
 * Opens and closes the lightbox when `shownId` changes. A clicked image expands from the wall. Closing the lightbox
 * shrinks the last image viewed back to the wall, scrolls to it and focuses it.
 */
export function useDisplayedImage(shownId: string | undefined, openImage: (imageId: string) => void) {
  const [displayedId, setDisplayedId] = useState<string>()
  const lastSeen = useRef<string>(undefined)
  const pressed = useRef<string>(undefined)

  const follow = useEffectEvent(async (shownId: string | undefined, isWanted: () => boolean) => {
    const display = () => isWanted() && setDisplayedId(shownId)
    const isPressed = pressed.current === shownId
    pressed.current = undefined
    if (isPressed && shownId && !displayedId) {
      const viewer = loadedViewer ?? (await Promise.race([loadViewer().catch(() => undefined), timeout()]))
      if (viewer) return viewer.grow(shownId, display)
    }
    const viewer = loadedViewer
    const seen = lastSeen.current
    if (viewer && seen && !shownId) viewer.shrink(seen, display)
    else display()
  })
  useEffect(() => {
    let isLeft = false
    void follow(shownId, () => !isLeft)
    return () => {
      isLeft = true
    }
  }, [shownId])

  useEffect(() => {
    const seen = lastSeen.current
    if (displayedId || !seen) return
    lastSeen.current = undefined
    // When the visitor goes back, the browser restores its own scroll position first, so scroll one frame later.
    const frame = requestAnimationFrame(() => showOnWall(seen))
    return () => cancelAnimationFrame(frame)
  }, [displayedId])

  return {
    displayedId,
    // These callbacks must be stable, because the wall is memoized and the viewer's effects depend on `onSeen`.
    onOpen: useCallback(
      (imageId: string) => {
        pressed.current = imageId
        openImage(imageId)
      },
      [openImage],
    ),
    onSeen: useCallback((imageId: string) => {
      lastSeen.current = imageId
    }, []),
  }
}
