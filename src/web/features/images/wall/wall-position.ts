/** The place on the wall where a picture hangs. */
export const findOnWall = (imageId: string) =>
  document.querySelector<HTMLElement>(`[data-image="${CSS.escape(imageId)}"]`) ?? undefined

/** The file that the wall shows of it: it is there already. */
export const sourceOnWall = (imageId: string) => {
  const shown = findOnWall(imageId)?.querySelector('img')
  return shown?.complete && shown.naturalWidth > 0 ? shown.currentSrc : undefined
}

/** Brings a picture into view, for the eye and for the keyboard. */
export function showOnWall(imageId: string) {
  const picture = findOnWall(imageId)
  if (!picture) return
  picture.focus({ preventScroll: true })
  const { top, bottom } = picture.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) picture.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Where somebody is: the first picture that is in view, and how far down the screen it begins. */
export type ScrollPosition = { imageId: string; top: number }

export function restoreScrollPosition({ imageId, top }: ScrollPosition) {
  const picture = findOnWall(imageId)
  if (picture) window.scrollBy({ top: picture.getBoundingClientRect().top - top, behavior: 'instant' })
}
