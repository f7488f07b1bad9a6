import type { Image } from '#shared/images.ts'

type Shape = Pick<Image, 'width' | 'height'>

/** Walls with at most this many images show them larger and fill their rows. */
const few = 3

/** The combined aspect ratio of the first row on a wide screen, or of the first few rows on a phone. */
const firstRow = 5

export const altOf = ({ title }: Pick<Image, 'title'>, index: number, total: number) =>
  title || `Photo ${index + 1} of ${total}`

export const ratioOf = ({ width, height }: Shape) => Math.round((width / height) * 1000) / 1000

export const isFew = (images: readonly Shape[]) => images.length <= few

export const sumOfRatios = (images: readonly Shape[]) => images.reduce((sum, image) => sum + ratioOf(image), 0)

export function countEager(images: readonly Shape[]) {
  let taken = 0
  const fits = images.findIndex((image) => {
    taken += ratioOf(image)
    return taken > firstRow
  })
  return fits === -1 ? images.length : Math.max(1, fits)
}

/** Based on the row heights in wall.css plus a third, because rows stretch to fill the width. */
export function sizesOf(image: Shape, isAmongFew: boolean) {
  if (isAmongFew) return '100vw'
  const wide = (height: number) => `${Math.ceil(ratioOf(image) * height * 1.33)}px`
  return `(min-width: 64rem) ${wide(264)}, (min-width: 40rem) ${wide(200)}, min(100vw, ${wide(118)})`
}
