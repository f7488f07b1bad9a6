import type { Image } from '#shared/images.ts'

type Shape = Pick<Image, 'width' | 'height'>

/** Fewer are shown larger, and fill their rows. */
const few = 3

/** The first row of a wide screen takes about this much, measured in heights; a phone's first rows do as well. */
const firstRow = 5

/** What is said of a picture to those who do not see it. */
export const altOf = ({ title }: Pick<Image, 'title'>, index: number, total: number) =>
  title || `Image ${index + 1} of ${total}`

export const ratioOf = ({ width, height }: Shape) => Math.round((width / height) * 1000) / 1000

export const isFew = (images: readonly Shape[]) => images.length <= few

export const sumOfRatios = (images: readonly Shape[]) => images.reduce((sum, image) => sum + ratioOf(image), 0)

/** How many pictures are fetched at once: the first row, and at least one. The others wait until they come near. */
export function countEager(images: readonly Shape[]) {
  let taken = 0
  const fits = images.findIndex((image) => {
    taken += ratioOf(image)
    return taken > firstRow
  })
  return fits === -1 ? images.length : Math.max(1, fits)
}

/**
 * How wide a picture will stand, for the browser's choice of a file: the row's height as in wall.css, and a third more since
 * rows are stretched to fill.
 */
export function sizesOf(image: Shape, isAmongFew: boolean) {
  if (isAmongFew) return '100vw'
  const wide = (height: number) => `${Math.ceil(ratioOf(image) * height * 1.33)}px`
  return `(min-width: 64rem) ${wide(264)}, (min-width: 40rem) ${wide(200)}, min(100vw, ${wide(118)})`
}
