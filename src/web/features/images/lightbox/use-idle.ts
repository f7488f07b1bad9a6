import { type RefObject, useEffect, useState } from 'react'

const afterMs = 3000
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const

/** Whether nothing has moved inside for a while. */
export function useIdle(element: RefObject<HTMLElement | null>) {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const watched = element.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsIdle(true), afterMs)
    }
    wake()
    for (const sign of signs) watched?.addEventListener(sign, wake, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) watched?.removeEventListener(sign, wake)
    }
  }, [element])
  return isIdle
}
