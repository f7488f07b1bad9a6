import { useCallback, useState } from 'react'
import { useReducedMotion } from '#web/lib/use-reduced-motion.ts'

/** Pictures that can move do, or stand for those who ask for reduced motion; until somebody wants it otherwise for one. */
export function useMotion() {
  const isReduced = useReducedMotion()
  const [changedId, setChangedId] = useState<string>()
  return {
    changedId,
    isMoving: useCallback((imageId: string) => (imageId === changedId) === isReduced, [changedId, isReduced]),
    toggle: (imageId: string) => setChangedId(imageId === changedId ? undefined : imageId),
  }
}
