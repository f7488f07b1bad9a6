import { useEffect, useRef, useState } from 'react'

const afterMs = 250

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
