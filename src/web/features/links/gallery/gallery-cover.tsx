import type { CSSProperties } from 'react'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { objectPositionOf } from '#web/lib/object-position.ts'
import { Picture } from '#web/ui/picture.tsx'
import { directionOf } from '#web/ui/user-text.tsx'
import { type CoverShape, coverShapeOf, coverSizesOf } from './cover-shape.ts'
import { Description } from './description.tsx'
import { GalleryTitle } from './gallery-head.tsx'
import './gallery-cover.css'

/** Class names are spelled out, because the build scans for them to inline the critical CSS. */
const classOf: Record<CoverShape, string> = {
  plain: '',
  upright: 'cover-upright',
  broad: 'cover-broad',
  small: 'cover-small',
}

export function GalleryCover({ link, cover }: { link: Link; cover: Image }) {
  const { title, owner } = link
  const position = objectPositionOf(cover.coverFocus)
  const shape = { '--r': cover.width / cover.height, '--w': `${cover.width}px` } as CSSProperties
  return (
    <header
      className={`cover ${classOf[coverShapeOf(cover)]} ${link.choosing === 'on' ? 'cover-choosing' : ''}`}
      dir={directionOf(title)}
      style={shape}
    >
      <Picture
        image={cover}
        alt={cover.title}
        sizes={coverSizesOf(cover)}
        loading="eager"
        fetchPriority="high"
        style={{ objectPosition: position, backgroundPosition: position }}
      />
      <div className="cover-text">
        <div>
          <GalleryTitle title={title} />
          {owner.name && (
            <p className="cover-by">
              <span dir="ltr">
                by <bdi>{owner.name}</bdi>
              </span>
            </p>
          )}
        </div>
        <Description link={link} />
      </div>
    </header>
  )
}
