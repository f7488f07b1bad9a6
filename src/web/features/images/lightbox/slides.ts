import type { SlideImage } from 'yet-another-react-lightbox'
import type { Image } from '#shared/images.ts'
import { altOf } from '../wall/wall-layout.ts'

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    imageId?: string
    /** CSS background images shown while loading: the thumbnail, which is probably cached, over the placeholder. */
    standIn?: string
  }
}

/** Counts failed loads by image ID. The first failure shows the thumbnail, the next one the inlined placeholder. */
export type Failures = ReadonlyMap<string, number>

/** Reduces an animated image to its first frame. The full-size file is animated too, so it's left out. */
export function toStill(image: Image): Image {
  const renditions = image.stills ?? image.renditions
  return { ...image, renditions, imageUrl: renditions.at(-1)?.url ?? image.thumbnailUrl, url: null }
}

/** Slides include all sizes, so zooming in can load a larger file. */
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
