import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { restoreScrollPosition, type ScrollPosition, showOnWall } from './wall-position.ts'

/** What a link to a gallery carries so that it opens at the picture one comes from. */
export type SeenImage = { seenImage: string }

const signsOfScrolling = ['wheel', 'touchmove', 'keydown'] as const

// In the entry of the history, beside what the router keeps there: it survives a reload, and is found again by Back.
const readScrollPosition = (): ScrollPosition | undefined => window.history.state?.place

/**
 * A reload and Back lead to where one was, also in a large gallery, most of which comes only after the page: by then the
 * browser has given up. From an image's page it leads to that image.
 */
export function useScrollRestoration(wall: RefObject<HTMLElement | null>, isWhole: boolean) {
  const { state } = useLocation()
  // Only the one that was there at first counts: later ones are where one is already.
  const [wanted] = useState(() => ({
    place: typeof window === 'undefined' ? undefined : readScrollPosition(),
    seenImage: (state as SeenImage | null)?.seenImage,
  }))

  useEffect(() => {
    if (!isWhole) return
    let stop: (() => void) | undefined
    let isLeft = false
    // Nobody has scrolled far by the time it comes; without it a reload leads to the top.
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
    const leave = () => {
      wanted.place = undefined
      wanted.seenImage = undefined
    }
    for (const sign of signsOfScrolling) window.addEventListener(sign, leave, { passive: true, once: true })
    return () => {
      for (const sign of signsOfScrolling) window.removeEventListener(sign, leave)
    }
  }, [wanted])

  useEffect(() => {
    if (!isWhole) return
    // After the layout, which starts a new page at its top.
    const frame = requestAnimationFrame(() => {
      if (wanted.place) restoreScrollPosition(wanted.place)
      else if (wanted.seenImage) showOnWall(wanted.seenImage)
      wanted.place = undefined
      wanted.seenImage = undefined
    })
    return () => cancelAnimationFrame(frame)
  }, [isWhole, wanted])
}
