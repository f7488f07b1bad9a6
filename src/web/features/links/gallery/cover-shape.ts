import type { Image } from '#shared/images.ts'

type Shape = Pick<Image, 'width' | 'height'>

/**
 * The cover layout on landscape screens:
 * - `plain`: full width, with the text over it
 * - `upright`: nearly uncropped on the right, with the text next to it
 * - `broad`: nearly uncropped at full width, with the text below it
 * - `small`: never scaled up, with the text next to it
 */
export type CoverShape = 'plain' | 'upright' | 'broad' | 'small'

const uprightBelow = 1.15
const broadAbove = 2.2
/** In pixels. Narrower covers would be scaled up. An upright cover takes up at most 60% of the screen width. */
const smallBelow = { upright: 1000, other: 1400 }

export function coverShapeOf({ width, height }: Shape): CoverShape {
  const ratio = width / height
  const isUpright = ratio < uprightBelow
  if (width < smallBelow[isUpright ? 'upright' : 'other']) return 'small'
  if (isUpright) return 'upright'
  return ratio > broadAbove ? 'broad' : 'plain'
}

/** Maximum cover height on portrait screens, in percent of the screen width. Keep in sync with gallery-cover.css. */
const portraitHeights: Record<CoverShape, number> = { plain: 158, upright: 158, broad: 75, small: 75 }
const landscapeWidths: Record<CoverShape, string> = { plain: '100vw', upright: '60vw', broad: '100vw', small: '60vw' }

/**
 * Based on the uncropped width, because portrait screens crop the cover at the sides. Phone screens are so dense that
 * two thirds of their resolution is enough. Phones with a density below 2 are mostly on slow networks, so they get at
 * most 110vw.
 */
export function coverSizesOf(image: Shape) {
  const shape = coverShapeOf(image)
  const wholeWidth = Math.max(100, Math.round(portraitHeights[shape] * (image.width / image.height) * 0.65))
  return `(max-aspect-ratio: 1/1) and (max-resolution: 1.9dppx) ${Math.min(110, wholeWidth)}vw, (max-aspect-ratio: 1/1) ${wholeWidth}vw, ${landscapeWidths[shape]}`
}
