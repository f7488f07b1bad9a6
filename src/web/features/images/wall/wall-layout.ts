import type { Image } from '#shared/images.ts'

type Shape = Pick<Image, 'width' | 'height'>

/** Walls with at most this many images show them larger and fill their rows. */
const few = 3

/** The combined aspect ratio of the first row on a laptop (`--fit` in wall.css), or of the first two rows on a phone. */
const firstRow = 5.5

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

/** `--fit` of narrow walls in wall.css. */
const narrowRow = 3.6

/** Leaves out the images of a narrow wall's last row if they'd fill less than three quarters of it. */
export function wholeRowsOf<Image extends Shape>(images: readonly Image[]) {
  let taken = 0
  let whole = 0
  for (const [index, image] of images.entries()) {
    if (taken + ratioOf(image) > narrowRow) {
      whole = index
      taken = 0
    }
    taken += ratioOf(image)
  }
  return whole === 0 || taken >= 0.75 * narrowRow ? images : images.slice(0, whole)
}

/** Matches wall.css for rows of 3:2 photos. The widths of the screen include the margins around the wall. */
export function sizesOf(image: Shape, isAmongFew: boolean) {
  if (isAmongFew) return '100vw'
  const inRowOf = (photos: number) => `${Math.min(100, Math.ceil((ratioOf(image) / 1.5 / photos) * 100))}vw`
  return `(min-width: 2280px) ${inRowOf(5)}, (min-width: 1520px) ${inRowOf(4)}, (min-width: 608px) ${inRowOf(3)}, ${inRowOf(2)}`
}
