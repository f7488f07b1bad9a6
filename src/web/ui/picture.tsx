import type { ComponentProps } from 'react'
import type { Image } from '#shared/images.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height' | 'alt' | 'sizes'> & {
  image: Pick<Image, 'renditions' | 'imageUrl' | 'width' | 'height' | 'placeholder'>
  alt: string
  /** How wide it stands on the page, as in the `sizes` attribute, so that the browser fetches no larger file. */
  sizes: string
}

/** A picture that keeps its place from the first moment and stands on its own placeholder until it has come. */
export const Picture = ({ image, alt, sizes, style, ...rest }: Props) => (
  <img
    loading="lazy"
    decoding="async"
    {...rest}
    src={image.renditions[0]?.url ?? image.imageUrl}
    srcSet={image.renditions.map(({ url, width }) => `${url} ${width}w`).join(', ')}
    sizes={sizes}
    width={image.width}
    height={image.height}
    alt={alt}
    style={{ background: `center / cover url("${image.placeholder}")`, ...style }}
  />
)
