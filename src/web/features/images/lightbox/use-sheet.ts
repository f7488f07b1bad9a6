import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { findStagePicture } from './picture-transition.ts'

const durationMs = 220
const options = { duration: durationMs, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

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
  if (!isOpen) return void picture.animate({ transform: [onto(after, before), 'none'] }, options)
  viewer.toggleAttribute('data-beside', false)
  const move = picture.animate({ transform: ['none', onto(before, after)] }, options)
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
