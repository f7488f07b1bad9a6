import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { restoreScrollPosition, type ScrollPosition, showOnWall } from './wall-position.ts'

/** Location state that makes a gallery scroll to the image the visitor came from. */
export type SeenImage = { seenImage: string }

const scrollEvents = ['wheel', 'touchmove', 'keydown'] as const

// The position is in the history entry, next to the router's state, so it survives a reload and works with Back.
const readScrollPosition = (): ScrollPosition | undefined => window.history.state?.place

/**
 * Restores the scroll position after a reload or Back. The browser can't do this for large galleries, because most of
 * their images load after the page. For visitors who come from an image's page, it scrolls to that image.
 */
export function useScrollRestoration(wall: RefObject<HTMLElement | null>, isWhole: boolean) {
  const { state } = useLocation()
  // Read the position once, because later saves only record where the visitor already is.
  const [wanted] = useState(() => ({
    place: typeof window === 'undefined' ? undefined : readScrollPosition(),
    seenImage: (state as SeenImage | null)?.seenImage,
  }))

  useEffect(() => {
    if (!isWhole) return
    let stop: (() => void) | undefined
    let isLeft = false
    // Load this code late, because visitors rarely scroll far before it arrives.
    const start = ({ saveScrollPositions }: typeof import('./save-scroll-position.ts')) => {
      if (!isLeft && wall.current) stop = saveScrollPositions(wall.current)
    }
    import('./save-scroll-position.ts').then(start, () => {})
    return () => {
      isLeft = true
      stop?.()
    }
  }, [isWhole, wall])

  useEffect(() => {
    const giveUp = () => {
      wanted.place = undefined
      wanted.seenImage = undefined
    }
    for (const type of scrollEvents) window.addEventListener(type, giveUp, { passive: true, once: true })
    return () => {
      for (const type of scrollEvents) window.removeEventListener(type, giveUp)
    }
  }, [wanted])

  useEffect(() => {
    if (!isWhole) return
    // Wait until the page's own effect has scrolled to the top.
    const frame = requestAnimationFrame(() => {
      if (wanted.place) restoreScrollPosition(wanted.place)
      else if (wanted.seenImage) showOnWall(wanted.seenImage)
      wanted.place = undefined
      wanted.seenImage = undefined
    })
    return () => cancelAnimationFrame(frame)
  }, [isWhole, wanted])
}
