import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { generatePath } from 'react-router'
import type { ControllerRef } from 'yet-another-react-lightbox'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { altOf } from '../wall/wall-layout.ts'
import { Caption } from './caption.tsx'
import { Carousel } from './carousel.tsx'
import { Tools } from './toolbar.tsx'
import { useDebouncedView } from './use-debounced-view.ts'
import { useIdle } from './use-idle.ts'
import { useInertBackground } from './use-inert-background.ts'
import './image-viewer.css'

const ShareDialog = lazy(async () => ({ default: (await import('#web/ui/share-dialog.tsx')).ShareDialog }))

const slideshowMs = 5000

export type ImageViewerProps = {
  link: Link
  /** The picture to begin with. */
  index: number
  isPlayingAtStart: boolean
  /** A picture is looked at, not just passed by. */
  onView: (imageId: string) => void
  onClose: () => void
}

/** The whole screen, dark, with one picture at a time. */
export function ImageViewer({ link, index: firstIndex, isPlayingAtStart, onView, onClose }: ImageViewerProps) {
  const { images } = link
  const [shownIndex, setShownIndex] = useState(firstIndex)
  const [isPlaying, setIsPlaying] = useState(isPlayingAtStart)
  const [isSharing, setIsSharing] = useState(false)
  const viewer = useRef<HTMLDivElement>(null)
  const controller = useRef<ControllerRef>(null)
  const isIdle = useIdle(viewer)
  // Pictures may have been taken down since.
  const index = Math.min(shownIndex, images.length - 1)
  const image = images[index]
  const isSettled = useDebouncedView(image?._id, onView)
  useInertBackground()

  useEffect(() => viewer.current?.focus(), [])
  const shownId = image?._id
  useEffect(() => {
    if (!isPlaying || isSharing || !shownId) return
    const timer = setTimeout(() => controller.current?.next(), slideshowMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isSharing, shownId])

  // What the stage itself understands, it does not pass on.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
    else if (key === 'ArrowLeft' && images.length > 1) controller.current?.prev()
    else if (key === 'ArrowRight' && images.length > 1) controller.current?.next()
  }

  if (!image) return null
  const alt = altOf(image, index, images.length)
  const address = `${generatePath(pages.gallery, { slug: link.slug })}?image=${image._id}`
  return createPortal(
    <>
      <div
        ref={viewer}
        role="dialog"
        aria-modal="true"
        aria-label="Image viewer"
        tabIndex={-1}
        className="viewer"
        data-idle={isIdle || undefined}
        onKeyDown={onKeyDown}
      >
        <p className="viewer-count viewer-control" aria-live={isPlaying ? 'off' : 'polite'}>
          {index + 1} of {images.length}
        </p>
        <Tools
          image={image}
          isPlaying={isPlaying}
          isAlone={images.length === 1}
          onPlay={() => setIsPlaying(!isPlaying)}
          onShare={() => setIsSharing(true)}
        />
        <IconButton className="viewer-close viewer-control" icon={X} label="Close" onClick={onClose} />
        <div className="viewer-carousel">
          <Carousel images={images} index={index} controller={controller} onView={setShownIndex} onClose={onClose} />
          {images.length > 1 && (
            <>
              <IconButton
                className="viewer-step viewer-step-back viewer-control"
                icon={ChevronLeft}
                label="Previous image"
                onClick={() => controller.current?.prev()}
              />
              <IconButton
                className="viewer-step viewer-step-on viewer-control"
                icon={ChevronRight}
                label="Next image"
                onClick={() => controller.current?.next()}
              />
            </>
          )}
        </div>
        <Caption image={image} alt={alt} isSettled={isSettled} />
      </div>
      {isSharing && (
        <Suspense>
          <ShareDialog title={alt} url={`${window.location.origin}${address}`} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>,
    document.body,
  )
}
