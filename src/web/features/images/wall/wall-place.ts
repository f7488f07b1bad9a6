const pictureOf = (imageId: string) => document.querySelector<HTMLElement>(`[data-image="${CSS.escape(imageId)}"]`)

/** The file that the wall shows of it: it is there already. */
export const sourceOnWall = (imageId: string) => {
  const shown = pictureOf(imageId)?.querySelector('img')
  return shown?.complete && shown.naturalWidth > 0 ? shown.currentSrc : undefined
}

/** Brings a picture into view, for the eye and for the keyboard. */
export function showOnWall(imageId: string) {
  const picture = pictureOf(imageId)
  if (!picture) return
  picture.focus({ preventScroll: true })
  const { top, bottom } = picture.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) picture.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Where somebody is: the first picture that is in view, and how far down the screen it begins. */
export type Place = { imageId: string; top: number }

export function findPlace(wall: HTMLElement): Place | undefined {
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

export function goToPlace({ imageId, top }: Place) {
  const picture = pictureOf(imageId)
  if (picture) window.scrollBy({ top: picture.getBoundingClientRect().top - top, behavior: 'instant' })
}
