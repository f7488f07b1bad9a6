import { useEffect, useRef } from 'react'

/**
 * Restores the focus after the focused element was removed. Once no dialog is open, the given image gets the focus, or the
 * heading if there's no such image.
 */
export function useFocusOn(isFree: boolean) {
  const wanted = useRef<{ id: string | undefined } | undefined>(undefined)
  useEffect(() => {
    if (!isFree || !wanted.current) return
    const { id } = wanted.current
    wanted.current = undefined
    const tile = document.querySelector<HTMLElement>(`[data-image="${id}"]`)
    const menu = tile?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
    // The dense grid hides menus.
    const target =
      (menu?.checkVisibility() ? menu : tile?.querySelector('.pic-handle')) ?? document.getElementById('images-heading')
    if (target instanceof HTMLElement) target.focus()
  }, [isFree])
  return (id: string | undefined) => {
    wanted.current = { id }
  }
}
