import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { showOnWall } from '../wall/wall-position.ts'
import { loadedViewer, loadViewer } from './load-viewer.ts'

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
      const viewer = loadedViewer() ?? (await Promise.race([loadViewer().catch(() => undefined), timeout()]))
      if (viewer) return viewer.grow(shownId, display)
    }
    const viewer = loadedViewer()
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
