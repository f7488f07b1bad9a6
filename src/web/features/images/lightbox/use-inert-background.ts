import { useEffect } from 'react'

/** While it is shown, the page behind can be neither reached nor read out. */
export function useInertBackground() {
  useEffect(() => {
    const page = document.getElementById('root')
    page?.toggleAttribute('inert', true)
    return () => {
      page?.toggleAttribute('inert', false)
    }
  }, [])
}
