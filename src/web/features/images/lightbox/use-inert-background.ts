import { useEffect } from 'react'
import { lockScroll } from '#web/lib/scroll-lock.ts'

export function useInertBackground() {
  useEffect(() => {
    const unlock = lockScroll()
    const page = document.getElementById('root')
    page?.toggleAttribute('inert', true)
    return () => {
      unlock()
      page?.toggleAttribute('inert', false)
    }
  }, [])
}
