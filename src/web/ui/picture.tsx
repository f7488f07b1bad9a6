import type { ComponentProps } from 'react'
import type { Image } from '#shared/images.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height' | 'alt' | 'sizes'> & {
  image: Pick<Image, 'renditions' | 'stills' | 'imageUrl' | 'width' | 'height' | 'placeholder'>
  alt: string
  sizes: string
  /** Whether an animated image plays. If false, only the first frame is shown. */
  isMoving?: boolean
}

export const srcSetOf = (files: Image['renditions']) => files.map(({ url, width }) => `${url} ${width}w`).join(', ')

export const placeholderOf = ({ placeholder }: Pick<Image, 'placeholder'>) => ({
  background: `center / cover url("${placeholder}")`,
})

/** Reserves the space and shows a placeholder until the image has loaded. */
export function Picture({ image, alt, sizes, isMoving, style, ...rest }: Props) {
  const files = (!isMoving && image.stills) || image.renditions
  return (
    <img
      loading="lazy"
      decoding="async"
      {...rest}
      src={files[0]?.url ?? image.imageUrl}
      srcSet={srcSetOf(files)}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={alt}
      style={{ ...placeholderOf(image), ...style }}
    />
  )
}
