import { useEffect, useRef } from 'react'

/**
 * Puts the focus on a picture's menu, or on the heading where none is left, as soon as nothing lies over the page: what
 * had the focus before is gone.
 */
export function useFocusOn(isFree: boolean) {
  const wanted = useRef<{ id: string | undefined } | undefined>(undefined)
  useEffect(() => {
    if (!isFree || !wanted.current) return
    const { id } = wanted.current
    wanted.current = undefined
    const tile = document.querySelector(`[data-image="${id}"] [aria-haspopup="menu"]`)
    const target = tile ?? document.getElementById('images-heading')
    if (target instanceof HTMLElement) target.focus()
  }, [isFree])
  return (id: string | undefined) => {
    wanted.current = { id }
  }
}
