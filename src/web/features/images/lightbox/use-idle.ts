import { type RefObject, useEffect, useState } from 'react'

const afterMs = 3000
const activity = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const

/** A click on a hidden control only ends the idle state. */
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
    // Touch clicks fire on release, when the controls are visible again. Keyboard clicks have `detail` 0.
    const swallow = (event: MouseEvent) => {
      const isControl = event.target instanceof Element && event.target.closest('.viewer-control') !== null
      if (isWakingPress && isControl && event.detail > 0) {
        event.preventDefault()
        event.stopPropagation()
      }
      isWakingPress = false
    }
    wake({ type: 'start' })
    for (const type of activity) watched?.addEventListener(type, wake, { passive: true })
    watched?.addEventListener('click', swallow, true)
    return () => {
      clearTimeout(timer)
      for (const type of activity) watched?.removeEventListener(type, wake)
      watched?.removeEventListener('click', swallow, true)
    }
  }, [element])
  return isIdle
}
