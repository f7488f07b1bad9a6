import { useEffect } from 'react'
import { lockScroll } from '#web/lib/scroll-lock.ts'

/** While it is shown, the page behind can be neither reached nor read out nor scrolled. */
export function useInertBackground() {
  useEffect(() => {
    const letGo = lockScroll()
    const page = document.getElementById('root')
    page?.toggleAttribute('inert', true)
    return () => {
      letGo()
      page?.toggleAttribute('inert', false)
    }
  }, [])
}
