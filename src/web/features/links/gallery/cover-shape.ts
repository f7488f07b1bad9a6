import type { Image } from '#shared/images.ts'

type Shape = Pick<Image, 'width' | 'height'>

/**
 * How a cover is hung where a screen is wide. `plain`: edge to edge, the words in its shade. `upright`: nearly whole at the right
 * edge, the words beside it. `broad`: whole from edge to edge, the words below. `small`: as large as it is, the words beside it.
 */
export type CoverShape = 'plain' | 'upright' | 'broad' | 'small'

const uprightBelow = 1.15
const broadAbove = 2.2
/** Narrower ones would be enlarged; an upright one fills half of the screen at most. */
const smallBelow = { upright: 1000, other: 1400 }

export function coverShapeOf({ width, height }: Shape): CoverShape {
  const ratio = width / height
  const isUpright = ratio < uprightBelow
  if (width < smallBelow[isUpright ? 'upright' : 'other']) return 'small'
  if (isUpright) return 'upright'
  return ratio > broadAbove ? 'broad' : 'plain'
}

/** How tall it stands on an upright screen, in hundredths of the screen's width, as in gallery-cover.css. */
const tallness: Record<CoverShape, number> = { plain: 158, upright: 158, broad: 75, small: 75 }
const wideness: Record<CoverShape, string> = { plain: '100vw', upright: '60vw', broad: '100vw', small: '60vw' }

/**
 * How wide the whole picture would be, for the browser's choice of a file: on an upright screen most of it is cut off at the sides.
 * Phones have more pixels than anybody can tell apart, so that there two thirds are enough. Those with few pixels are mostly on
 * slow lines too: they get the middle file, a quarter of the bytes, so that the cover is there within a second or two.
 */
export function coverSizesOf(image: Shape) {
  const shape = coverShapeOf(image)
  const wholeWidth = Math.max(100, Math.round(tallness[shape] * (image.width / image.height) * 0.65))
  return `(max-aspect-ratio: 1/1) and (max-resolution: 2dppx) ${Math.min(110, wholeWidth)}vw, (max-aspect-ratio: 1/1) ${wholeWidth}vw, ${wideness[shape]}`
}
