/**
 * Keeps the page from being scrolled until it is let go; the last to lock it is the first to let go. Not by `html:has()`: for that
 * browsers compute the styles of the whole page anew whenever anything comes or goes in it, also while a picture grows.
 */
export function lockScroll() {
  const { style } = document.documentElement
  const before = style.overflow
  style.overflow = 'hidden'
  return () => {
    style.overflow = before
  }
}
