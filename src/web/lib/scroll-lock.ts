/**
 * Returns a function that unlocks. Unlock in reverse order. Don't replace this with `html:has()`, which makes browsers
 * recompute the styles of the whole page on every DOM change, even during animations.
 */
export function lockScroll() {
  const { style } = document.documentElement
  const before = style.overflow
  style.overflow = 'hidden'
  return () => {
    style.overflow = before
  }
}
