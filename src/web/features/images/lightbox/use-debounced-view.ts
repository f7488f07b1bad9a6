import { useEffect, useRef, useState } from 'react'

const afterMs = 250

/** Says once for each picture that somebody has stopped at it; one that is only passed by is left out. */
export function useDebouncedView(imageId: string | undefined, onView: (imageId: string) => void) {
  const [settledId, setSettledId] = useState<string>()
  const latest = useRef(onView)
  latest.current = onView
  useEffect(() => {
    if (!imageId) return
    const timer = setTimeout(() => {
      setSettledId(imageId)
      latest.current(imageId)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [imageId])
  return settledId === imageId
}
