import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { restoreScrollPosition, type ScrollPosition, showOnWall } from './wall-position.ts'

/** Location state that makes a gallery open at the image the visitor came from. */
export type SeenImage = { seenImage: string }

const scrollEvents = ['wheel', 'touchmove', 'keydown'] as const

// In the history entry, next to the router's state, so it survives a reload and works with Back.
const readScrollPosition = (): ScrollPosition | undefined => window.history.state?.place

/**
 * Restores the scroll position after a reload or Back. The browser's own restoration fails in large galleries, which load
 * most of their images after the page. Coming from an image's page, scrolls to that image.
 */
export function useScrollRestoration(wall: RefObject<HTMLElement | null>, isWhole: boolean) {
  const { state } = useLocation()
  // Read once: later positions are where the visitor already is.
  const [wanted] = useState(() => ({
    place: typeof window === 'undefined' ? undefined : readScrollPosition(),
    seenImage: (state as SeenImage | null)?.seenImage,
  }))

  useEffect(() => {
    if (!isWhole) return
    let stop: (() => void) | undefined
    let isLeft = false
    // Loaded late, since visitors rarely scroll far before it arrives. If it fails, a reload starts at the top.
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
    // After the page's own effect, which scrolls a new page to the top.
    const frame = requestAnimationFrame(() => {
      if (wanted.place) restoreScrollPosition(wanted.place)
      else if (wanted.seenImage) showOnWall(wanted.seenImage)
      wanted.place = undefined
      wanted.seenImage = undefined
    })
    return () => cancelAnimationFrame(frame)
  }, [isWhole, wanted])
}
