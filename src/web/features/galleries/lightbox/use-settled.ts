import { useEffect, useRef, useState } from 'react'

const afterMs = 250

/** Says once for each picture that somebody has stopped at it; one that is only passed by is left out. */
export function useSettled(imageId: string | undefined, onSettle: (imageId: string) => void) {
  const [settledId, setSettledId] = useState<string>()
  const latest = useRef(onSettle)
  latest.current = onSettle
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
