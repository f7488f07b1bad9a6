import { useCallback, useState } from 'react'
import { useReducedMotion } from '#web/lib/use-reduced-motion.ts'

/** Animated images play unless reduced motion is preferred. The toggle overrides this for one image at a time. */
export function useMotion() {
  const isReduced = useReducedMotion()
  const [changedId, setChangedId] = useState<string>()
  return {
    changedId,
    isMoving: useCallback((imageId: string) => (imageId === changedId) === isReduced, [changedId, isReduced]),
    toggle: (imageId: string) => setChangedId(imageId === changedId ? undefined : imageId),
  }
}
