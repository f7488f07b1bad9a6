import type { Place } from './wall-place.ts'

const saveAfterMs = 150

const savePlace = (place: Place | undefined) => window.history.replaceState({ ...window.history.state, place }, '')

function findPlace(wall: HTMLElement): Place | undefined {
  const pictures = wall.querySelectorAll<HTMLElement>('[data-image]')
  // Rows lie one below the other, so half of what is left can be passed over each time: there may be hundreds.
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

/** From now on every place that somebody scrolls to is noted in the history, until what this returns is called. */
export function savePlaces(wall: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    savePlace(findPlace(wall))
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
