import type { ScrollPosition } from './wall-position.ts'

const saveAfterMs = 150

const saveScrollPosition = (place: ScrollPosition | undefined) =>
  window.history.replaceState({ ...window.history.state, place }, '')

function findScrollPosition(wall: HTMLElement): ScrollPosition | undefined {
  const pictures = wall.querySelectorAll<HTMLElement>('[data-image]')
  // There can be hundreds of tiles, so use a binary search.
  let first = 0
  let after = pictures.length
  while (first < after) {
    const middle = (first + after) >> 1
    const isAbove = (pictures[middle]?.getBoundingClientRect().bottom ?? 0) <= 0
    if (isAbove) first = middle + 1
    else after = middle
  }
  const picture = pictures[first]
  const imageId = picture?.dataset.image
  return picture && imageId ? { imageId, top: picture.getBoundingClientRect().top } : undefined
}

/** Saves the scroll position to the history entry as the visitor scrolls. Returns a function that stops this. */
export function saveScrollPositions(wall: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    saveScrollPosition(findScrollPosition(wall))
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, saveAfterMs)
  }
  const saveNow = () => timer !== undefined && save()
  window.addEventListener('scroll', saveSoon, { passive: true })
  window.addEventListener('pagehide', saveNow)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', saveSoon)
    window.removeEventListener('pagehide', saveNow)
  }
}
