import { useEffect, useRef, useState } from 'react'

/** How wide an element stands, kept up to date; until it is measured, as wide as the page. */
export function useWidth(atFirst = 1120) {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(atFirst)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}
