import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { showOnWall } from '../wall/wall-position.ts'
import { loadedViewer, loadViewer } from './load-viewer.ts'

/** So long a press waits for the code, so that the picture can grow. */
const patienceMs = 150
const patience = () => new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))

/**
 * The picture that is seen large: it follows the address, and between there and the wall it grows and shrinks. However it is
 * closed, the eye and the keyboard go on at the picture that was seen last.
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
      const code = loadedViewer() ?? (await Promise.race([loadViewer().catch(() => undefined), patience()]))
      if (code) return code.grow(shownId, display)
    }
    const code = loadedViewer()
    const seen = lastSeen.current
    if (code && seen && !shownId) code.shrink(seen, display)
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
    // Back brings the browser's own idea of the place with it; this comes after that.
    const frame = requestAnimationFrame(() => showOnWall(seen))
    return () => cancelAnimationFrame(frame)
  }, [displayedId])

  return {
    displayedId,
    // Always the same functions: the wall is rendered anew only for other pictures.
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
