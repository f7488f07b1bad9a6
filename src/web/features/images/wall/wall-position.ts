export const findOnWall = (imageId: string) =>
  document.querySelector<HTMLElement>(`[data-image="${CSS.escape(imageId)}"]`) ?? undefined

/** Returns the URL of the file that the wall shows for an image, if it has loaded and is therefore cached. */
export const sourceOnWall = (imageId: string) => {
  const shown = findOnWall(imageId)?.querySelector('img')
  return shown?.complete && shown.naturalWidth > 0 ? shown.currentSrc : undefined
}

export function showOnWall(imageId: string) {
  const picture = findOnWall(imageId)
  if (!picture) return
  picture.focus({ preventScroll: true })
  const { top, bottom } = picture.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) picture.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** The first visible image, and the distance of its top edge from the top of the screen. */
export type ScrollPosition = { imageId: string; top: number }

export function restoreScrollPosition({ imageId, top }: ScrollPosition) {
  const picture = findOnWall(imageId)
  if (picture) window.scrollBy({ top: picture.getBoundingClientRect().top - top, behavior: 'instant' })
}
