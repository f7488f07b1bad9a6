import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { generatePath } from 'react-router'
import type { ControllerRef } from 'yet-another-react-lightbox'
import { countImageView, type Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { call, previewAs } from '#web/lib/api.ts'
import { formatMinuteInUtc } from '#web/lib/formats.ts'
import { lockScroll } from '#web/lib/scroll-lock.ts'
import { useUser } from '#web/lib/session.ts'
import { tryShareSheet } from '#web/lib/share.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { directionOf } from '#web/ui/user-text.tsx'
import { MotionButton } from '../motion-button.tsx'
import { useMotion } from '../use-motion.ts'
import { altOf } from '../wall/wall-layout.ts'
import { Carousel, useDoubleTap, useFailedImages } from './carousel.tsx'
import { CommentsSheet, useSheet } from './comments-sheet.tsx'
import { CommentsButton, Toolbar, useFullScreen } from './toolbar.tsx'
import { useIdle } from './use-idle.ts'
import './image-viewer.css'

const ShareDialog = lazy(async () => ({ default: (await import('#web/ui/share-dialog.tsx')).ShareDialog }))

const slideshowMs = 5000

export type ImageViewerProps = {
  link: Link
  index: number
  isPlayingAtStart: boolean
  /** Renders an image's comments. `hide` is the button that closes them. */
  comments: (imageId: string, hide: ReactNode) => ReactNode
  /** Renders extra content in the caption. */
  beside?: ((imageId: string) => ReactNode) | undefined
  /** Called for touch only. If omitted, a double tap zooms. */
  onDoubleTap?: ((imageId: string) => void) | undefined
  /** Called for every image shown, including those the visitor swipes past. */
  onShow: (imageId: string) => void
  /** Called when the visitor stops at an image, to update the URL. */
  onView: (imageId: string) => void
  onClose: () => void
}

export function ImageViewer(props: ImageViewerProps) {
  const { link, index: firstIndex, isPlayingAtStart, comments, beside, onDoubleTap, onShow, onView, onClose } = props
  const { images } = link
  const [shownIndex, setShownIndex] = useState(firstIndex)
  const [isPlaying, setIsPlaying] = useState(isPlayingAtStart)
  const [isSharing, setIsSharing] = useState(false)
  const viewer = useRef<HTMLDivElement>(null)
  const controller = useRef<ControllerRef>(null)
  const isIdle = useIdle(viewer)
  const sheet = useSheet(viewer, window.location.hash === '#comments')
  const fullScreen = useFullScreen()
  const { failures, onFailure } = useFailedImages()
  const motion = useMotion()
  // Clamp the index, because images may have been deleted in the meantime.
  const index = Math.min(shownIndex, images.length - 1)
  const image = images[index]
  const isOwner = useUser()?._id === link.user
  const isSettled = useDebouncedView(image?._id, (imageId) => {
    if (!isOwner) countView(imageId)
    onView(imageId)
  })
  const doubleTap = useDoubleTap(onDoubleTap && (() => image && onDoubleTap(image._id)))
  useInertBackground()

  const isSheetOpen = sheet.isOpen
  useEffect(() => {
    if (!viewer.current?.contains(document.activeElement)) viewer.current?.focus()
  }, [])
  const shownId = image?._id
  useEffect(() => {
    if (shownId) onShow(shownId)
  }, [shownId, onShow])
  // A new image replaces the comments and any focused element in them, so move the focus back to the sheet.
  const sheetElement = sheet.ref
  useEffect(() => {
    if (shownId && document.activeElement === document.body) sheetElement.current?.focus({ preventScroll: true })
  }, [shownId, sheetElement])
  useEffect(() => {
    if (!isPlaying || isSharing || isSheetOpen || !shownId) return
    const timer = setTimeout(() => controller.current?.next(), slideshowMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isSharing, isSheetOpen, shownId])

  const isAlone = images.length === 1
  const keys: Record<string, (() => void) | undefined> = {
    Escape: isSheetOpen ? sheet.close : onClose,
    Home: () => setShownIndex(0),
    End: () => setShownIndex(images.length - 1),
    f: fullScreen.toggle,
    ...(!isAlone && {
      ArrowLeft: () => controller.current?.prev(),
      ArrowRight: () => controller.current?.next(),
      ' ': () => setIsPlaying(!isPlaying),
    }),
  }
  // Keys that the carousel handles don't reach this handler.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, target } = event
    if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return
    // Dialogs handle their own keys.
    if (target.closest('dialog')) return
    if (key === 'Tab') return viewer.current && keepFocusInside(viewer.current, event)
    const isPressingControl = key === ' ' && target.closest('a, button') !== null
    const isWriting = key !== 'Escape' && target.matches('textarea')
    const action = isPressingControl || isWriting ? undefined : keys[key.length === 1 ? key.toLowerCase() : key]
    if (!action) return
    event.preventDefault()
    action()
  }

  if (!image) return null
  const alt = altOf(image, index, images.length)
  const section = link.sections?.find(({ _id }) => _id === image.sectionId)
  const path = `${generatePath(pages.gallery, { slug: link.slug })}?image=${image._id}`
  const shared = { title: alt, link, url: `${window.location.origin}${path}` }
  const share = async () => {
    if (!(await tryShareSheet(shared))) setIsSharing(true)
  }
  return createPortal(
    <>
      <div
        ref={viewer}
        role="dialog"
        aria-modal="true"
        aria-label="Photo viewer"
        tabIndex={-1}
        className="viewer"
        data-idle={(isIdle && !isSheetOpen) || undefined}
        data-talk={isSheetOpen || undefined}
        onKeyDown={onKeyDown}
      >
        <p className="viewer-count viewer-control" aria-live={isPlaying ? 'off' : 'polite'}>
          {index + 1} of {images.length}
          {section && (
            <bdi className="viewer-section">
              <span className="sr-only">, </span>
              {section.title}
            </bdi>
          )}
        </p>
        <Toolbar
          image={image}
          isPlaying={isPlaying}
          isAlone={isAlone}
          fullScreen={fullScreen}
          onPlay={() => setIsPlaying(!isPlaying)}
          onShare={share}
        >
          <CommentsButton
            imageId={image._id}
            isSettled={isSettled}
            isOpen={isSheetOpen}
            onPress={isSheetOpen ? sheet.close : sheet.open}
          />
        </Toolbar>
        <IconButton className="viewer-close viewer-control" icon={X} label="Close" onClick={onClose} />
        <div className="viewer-carousel" {...doubleTap}>
          <Carousel
            images={images}
            failures={failures}
            isMoving={motion.isMoving}
            index={index}
            controller={controller}
            onView={setShownIndex}
            onFailure={onFailure}
            onClose={onClose}
            isDoubleTapTaken={onDoubleTap !== undefined}
          />
        </div>
        {!isAlone && (
          <>
            <IconButton
              className="viewer-step viewer-step-back viewer-control"
              icon={ChevronLeft}
              label="Previous photo"
              onClick={() => controller.current?.prev()}
            />
            <IconButton
              className="viewer-step viewer-step-on viewer-control"
              icon={ChevronRight}
              label="Next photo"
              onClick={() => controller.current?.next()}
            />
          </>
        )}
        {image.stills && (
          <MotionButton
            isMoving={motion.isMoving(image._id)}
            className="viewer-motion viewer-control"
            onClick={() => motion.toggle(image._id)}
          />
        )}
        <p role="status" className={failures.has(image._id) ? 'viewer-notice' : 'sr-only'}>
          {failures.has(image._id) && "Couldn't load the full photo. Showing a preview for now."}
        </p>
        <Caption image={image} alt={alt}>
          {beside?.(image._id)}
        </Caption>
        {isSheetOpen && (
          <CommentsSheet image={image} alt={alt} sheet={sheet.ref} comments={comments} onHide={sheet.close} />
        )}
      </div>
      {isSharing && (
        <Suspense>
          <ShareDialog {...shared} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>,
    document.body,
  )
}

const viewAfterMs = 250

function useDebouncedView(imageId: string | undefined, onView: (imageId: string) => void) {
  const [settledId, setSettledId] = useState<string>()
  const latest = useRef(onView)
  latest.current = onView
  useEffect(() => {
    if (!imageId) return
    const timer = setTimeout(() => {
      setSettledId(imageId)
      latest.current(imageId)
    }, viewAfterMs)
    return () => clearTimeout(timer)
  }, [imageId])
  return settledId === imageId
}

const counted = new Set<string>()

function countView(imageId: string) {
  if (counted.has(imageId) || previewAs()) return
  counted.add(imageId)
  void call(countImageView, { params: { id: imageId } }).catch(() => {})
}

function useInertBackground() {
  useEffect(() => {
    const unlock = lockScroll()
    const page = document.getElementById('root')
    page?.toggleAttribute('inert', true)
    return () => {
      unlock()
      page?.toggleAttribute('inert', false)
    }
  }, [])
}

function keepFocusInside(container: HTMLElement, event: { shiftKey: boolean; preventDefault: () => void }) {
  const stops = [
    ...container.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), textarea, [tabindex="0"]'),
  ].filter((stop) => stop.checkVisibility())
  const first = stops[0]
  const last = stops.at(-1)
  const at = document.activeElement
  const isOutside = !stops.some((stop) => stop === at)
  if (event.shiftKey ? at !== first && !isOutside : at !== last) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}

type CaptionProps = { image: Image; alt: string; children?: ReactNode }

const Caption = ({ image: { title, description, takenAt, user }, alt, children }: CaptionProps) => (
  <footer className="viewer-caption viewer-control" dir={directionOf(alt)}>
    <h2 dir="auto" className={title ? 'wrap-anywhere text-subhead' : 'sr-only'}>
      {alt}
    </h2>
    {description && (
      <p
        dir="auto"
        className="wrap-anywhere max-h-[min(8.25rem,22dvh)] max-w-[40rem] overflow-y-auto whitespace-pre-line text-ui"
      >
        {description}
      </p>
    )}
    <div className="mt-1 flex flex-wrap gap-x-5 text-caption">
      {takenAt && <time dateTime={takenAt}>{formatMinuteInUtc(takenAt)}</time>}
      {user.name && <bdi>{user.name}</bdi>}
    </div>
    {children}
  </footer>
)
