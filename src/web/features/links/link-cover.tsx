import type { Link } from '#shared/links.ts'
import { objectPositionOf } from '#web/lib/object-position.ts'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Picture } from '#web/ui/picture.tsx'

type Props = { link: Pick<Link, 'coverImage' | 'isExpired'>; alt: string; sizes: string }

export const LinkCover = ({ link: { coverImage, isExpired }, alt, sizes }: Props) =>
  coverImage ? (
    <Picture
      image={coverImage}
      alt={alt}
      sizes={sizes}
      style={{ objectPosition: objectPositionOf(coverImage.coverFocus) }}
      className={`aspect-3/2 w-full rounded-print object-cover ${isExpired ? 'opacity-55 grayscale' : ''}`}
    />
  ) : (
    <EmptyFrame caption="No Image" />
  )
