import { ChevronRight } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Image } from '#shared/images.ts'
import { formatMinuteInUtc } from '#web/lib/formats.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { directionOf } from '#web/ui/user-text.tsx'
import { type Camera, cameraName } from '../camera.ts'
import { findStagePicture } from './picture-transition.ts'
import './comments-sheet.css'

type Props = {
  image: Image & { camera?: Camera | null }
  alt: string
  sheet: RefObject<HTMLElement | null>
  comments: (imageId: string, hide: ReactNode) => ReactNode
  onHide: () => void
}

export function CommentsSheet({ image, alt, sheet, comments, onHide }: Props) {
  const { _id, title, description, takenAt, camera } = image
  const facts = [takenAt && formatMinuteInUtc(takenAt), camera && cameraName(camera), camera?.exposure].filter(Boolean)
  const hide = <IconButton className="viewer-hide" icon={ChevronRight} label="Hide comments" onClick={onHide} />
  return (
    <aside ref={sheet} tabIndex={-1} aria-label="Comments on this photo" className="viewer-sheet">
      <div className="viewer-about" dir={directionOf(alt)}>
        <h2 dir="auto" className={title ? 'wrap-anywhere text-subhead' : 'sr-only'}>
          {alt}
        </h2>
        {description && (
          <p dir="auto" className="wrap-anywhere max-h-[20dvh] overflow-y-auto whitespace-pre-line text-ink-2 text-ui">
            {description}
          </p>
        )}
        {facts.length > 0 && (
          <p className="flex flex-wrap gap-x-5 text-caption text-ink-3">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      <Suspense fallback={<div className="flex justify-end p-2">{hide}</div>}>{comments(_id, hide)}</Suspense>
    </aside>
  )
}

const moveOptions = { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

type Viewer = RefObject<HTMLElement | null>

const isWithoutMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns a CSS transform that moves and scales `one` onto `other`. */
const onto = (one: DOMRect, other: DOMRect) => {
  const x = other.left + other.width / 2 - one.left - one.width / 2
  const y = other.top + other.height / 2 - one.top - one.height / 2
  return `translate(${x}px, ${y}px) scale(${other.width / one.width})`
}

/** Sets `data-beside` while the sheet needs room. The animation always runs in the layout with the larger image. */
function makeRoom(viewer: HTMLElement, isOpen: boolean) {
  const picture = findStagePicture()
  const before = picture?.getBoundingClientRect()
  viewer.toggleAttribute('data-beside', isOpen)
  const after = picture?.getBoundingClientRect()
  // An image larger than the screen is zoomed in, so don't move it.
  const isZoomed = before && (before.width > window.innerWidth + 1 || before.height > window.innerHeight + 1)
  if (!picture || !before?.width || !after?.width || isZoomed || isWithoutMotion()) return
  if (!isOpen) return void picture.animate({ transform: [onto(after, before), 'none'] }, moveOptions)
  viewer.toggleAttribute('data-beside', false)
  const move = picture.animate({ transform: ['none', onto(before, after)] }, moveOptions)
  const settle = () => viewer.toggleAttribute('data-beside', viewer.hasAttribute('data-talk'))
  move.finished.then(settle, settle)
}

export function useSheet(viewer: Viewer, isOpenAtStart: boolean) {
  const [isOpen, setIsOpen] = useState(isOpenAtStart)
  const sheet = useRef<HTMLElement>(null)
  const before = useRef<Element>(null)

  const open = useCallback(() => {
    before.current = document.activeElement
    setIsOpen(true)
  }, [])
  const close = useCallback(() => setIsOpen(false), [])

  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (viewer.current && isOpen !== wasOpen.current) makeRoom(viewer.current, isOpen)
    wasOpen.current = isOpen
  }, [viewer, isOpen])

  const hasOpened = useRef(false)
  useEffect(() => {
    if (isOpen) sheet.current?.focus({ preventScroll: true })
    else if (hasOpened.current) {
      const back = before.current
      const isThere = back instanceof HTMLElement && back.isConnected
      const target = isThere ? back : viewer.current
      target?.focus({ preventScroll: true })
    }
    hasOpened.current = isOpen
  }, [viewer, isOpen])

  return { isOpen, open, close, ref: sheet }
}
