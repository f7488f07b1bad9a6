import type { SlideImage } from 'yet-another-react-lightbox'
import type { Image } from '#shared/images.ts'
import { altOf } from '../wall/wall-layout.ts'

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    imageId?: string
    /** The same picture as on the wall, as CSS images: small, and likely there already. */
    standIn?: string
  }
}

/** How often a picture has not come: after the first time its thumbnail is shown, then its placeholder, which is always there. */
export type Failures = ReadonlyMap<string, number>

/** The same picture as its first frame alone. The full size is the file that moves. */
export function toStill(image: Image): Image {
  const renditions = image.stills ?? image.renditions
  return { ...image, renditions, imageUrl: renditions.at(-1)?.url ?? image.thumbnailUrl, url: null }
}

/** What the stage needs of a picture: all its sizes, so that it takes a larger one when somebody looks closer. */
export const toSlides = (images: readonly Image[], failures: Failures): SlideImage[] =>
  images.map((image, index) => {
    const { _id, width, height, thumbnailUrl, placeholder } = image
    const failed = failures.get(_id) ?? 0
    const standIn = failed > 1 ? placeholder : thumbnailUrl
    return {
      imageId: _id,
      src: failed ? standIn : image.imageUrl,
      srcSet: failed ? [{ src: standIn, width, height }] : sizesOf(image),
      standIn: `url("${thumbnailUrl}"), url("${placeholder}")`,
      alt: altOf(image, index, images.length),
      width,
      height,
    }
  })

function sizesOf({ renditions, url, width, height }: Image) {
  const sizes = renditions.map((rendition) => ({ ...rendition, src: rendition.url }))
  const largest = sizes.at(-1)
  const isFullLarger = url !== null && (!largest || width > largest.width)
  return isFullLarger ? [...sizes, { src: url, width, height }] : sizes
}
