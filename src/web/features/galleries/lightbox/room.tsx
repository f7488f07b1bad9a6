import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { generatePath } from 'react-router'
import type { ControllerRef } from 'yet-another-react-lightbox'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { altOf } from '../hanging.ts'
import { Caption } from './caption.tsx'
import { Stage } from './stage.tsx'
import { Tools } from './tools.tsx'
import { useAlone } from './use-alone.ts'
import { useSettled } from './use-settled.ts'
import { useStillness } from './use-stillness.ts'
import './room.css'

const ShareDialog = lazy(async () => ({ default: (await import('#web/ui/share-dialog.tsx')).ShareDialog }))

const slideshowMs = 5000

export type RoomProps = {
  link: Link
  /** The picture to begin with. */
  index: number
  isPlayingAtStart: boolean
  /** A picture is looked at, not just passed by. */
  onSettle: (imageId: string) => void
  onClose: () => void
}

/** A dark room with one picture at a time. */
export function Room({ link, index: firstIndex, isPlayingAtStart, onSettle, onClose }: RoomProps) {
  const { images } = link
  const [shownIndex, setShownIndex] = useState(firstIndex)
  const [isPlaying, setIsPlaying] = useState(isPlayingAtStart)
  const [isSharing, setIsSharing] = useState(false)
  const room = useRef<HTMLDivElement>(null)
  const controller = useRef<ControllerRef>(null)
  const isStill = useStillness(room)
  // Pictures may have been taken down since.
  const index = Math.min(shownIndex, images.length - 1)
  const image = images[index]
  const isSettled = useSettled(image?._id, onSettle)
  useAlone()

  useEffect(() => room.current?.focus(), [])
  useEffect(() => {
    if (!isPlaying || isSharing) return
    const timer = setTimeout(() => controller.current?.next(), slideshowMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isSharing, index])

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
        ref={room}
        role="dialog"
        aria-modal="true"
        aria-label="Image viewer"
        tabIndex={-1}
        className="room"
        data-still={isStill || undefined}
        onKeyDown={onKeyDown}
      >
        <p className="room-count room-control" aria-live={isPlaying ? 'off' : 'polite'}>
          {index + 1} of {images.length}
        </p>
        <Tools
          image={image}
          isPlaying={isPlaying}
          isAlone={images.length === 1}
          onPlay={() => setIsPlaying(!isPlaying)}
          onShare={() => setIsSharing(true)}
        />
        <IconButton className="room-close room-control" icon={X} label="Close" onClick={onClose} />
        <div className="room-stage">
          <Stage images={images} index={index} controller={controller} onView={setShownIndex} onClose={onClose} />
          {images.length > 1 && (
            <>
              <IconButton
                className="room-step room-step-back room-control"
                icon={ChevronLeft}
                label="Previous image"
                onClick={() => controller.current?.prev()}
              />
              <IconButton
                className="room-step room-step-on room-control"
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
