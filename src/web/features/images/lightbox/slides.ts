import type { SlideImage } from 'yet-another-react-lightbox'
import type { Image } from '#shared/images.ts'
import { altOf } from '../wall/wall-layout.ts'

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    /** The same picture as on the wall, as CSS images: small, and likely there already. */
    standIn?: string
  }
}

/** What the stage needs of a picture: all its sizes, so that it takes a larger one when somebody looks closer. */
export const toSlides = (images: readonly Image[]): SlideImage[] =>
  images.map((image, index) => {
    const { width, height, url, imageUrl, thumbnailUrl, placeholder, renditions } = image
    const sizes = renditions.map((rendition) => ({ ...rendition, src: rendition.url }))
    const largest = sizes.at(-1)
    const isFullLarger = url !== null && (!largest || width > largest.width)
    return {
      src: imageUrl,
      standIn: `url("${thumbnailUrl}"), url("${placeholder}")`,
      alt: altOf(image, index, images.length),
      width,
      height,
      srcSet: isFullLarger ? [...sizes, { src: url, width, height }] : sizes,
    }
  })
