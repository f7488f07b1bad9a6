import { type RefObject, useEffect, useState } from 'react'

const afterMs = 3000
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const

/** Whether nothing has moved inside for a while. The press that ends it does nothing else: what it met could not be seen. */
export function useIdle(element: RefObject<HTMLElement | null>) {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const watched = element.current
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsleep = false
    let isWakingPress = false
    const sleep = () => {
      isAsleep = true
      setIsIdle(true)
    }
    const wake = ({ type }: { type: string }) => {
      if (type === 'pointerdown') isWakingPress = isAsleep
      isAsleep = false
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(sleep, afterMs)
    }
    // A finger's click is aimed when it is lifted, and the controls are back by then. Keys make clicks without a press.
    const swallow = (event: MouseEvent) => {
      const isControl = event.target instanceof Element && event.target.closest('.viewer-control') !== null
      if (isWakingPress && isControl && event.detail > 0) {
        event.preventDefault()
        event.stopPropagation()
      }
      isWakingPress = false
    }
    wake({ type: 'start' })
    for (const sign of signs) watched?.addEventListener(sign, wake, { passive: true })
    watched?.addEventListener('click', swallow, true)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) watched?.removeEventListener(sign, wake)
      watched?.removeEventListener('click', swallow, true)
    }
  }, [element])
  return isIdle
}
