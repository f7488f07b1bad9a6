import { LayoutGrid, ZoomIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { Image } from '#shared/images.ts'
import type { Neighbors } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconLink } from '#web/ui/icon-link.tsx'
import { Time } from '#web/ui/time.tsx'
import { directionOf, UserText } from '#web/ui/user-text.tsx'
import { DownloadImage } from '../download-image.tsx'
import type { SeenImage } from '../wall/use-scroll-restoration.ts'
import { ImageFacts } from './image-facts.tsx'
import './about-image.css'

type Props = { image: Image; title: string; neighbors: Neighbors | null; favorite: ReactNode; children?: ReactNode }

export const AboutImage = ({ image, title, neighbors, favorite, children }: Props) => {
  // The gallery's title is above and below already.
  const position = neighbors && neighbors.count > 1 ? `${neighbors.position} of ${neighbors.count}` : undefined
  const heading = image.title || (position ? `Photo ${position}` : title)
  return (
    <div className="grid gap-x-12 gap-y-7 border-line border-b pb-[clamp(1.5rem,3vw,2.5rem)] lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <header className="grid min-w-0 gap-3" dir={directionOf(heading)}>
        <UserText
          as="h1"
          text={heading}
          className={image.title && image.title.length <= 40 ? 'text-title' : 'text-heading'}
        />
        {image.description && (
          <UserText as="p" text={image.description} className="max-w-measure whitespace-pre-line text-ink-2" />
        )}
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
          {image.title && position && (
            <span className="hidden sm:inline" dir="ltr">
              {position}
            </span>
          )}
          <span className="wrap-anywhere">
            <bdi>{image.user.name || 'Anonymous'}</bdi>
          </span>
          <span dir="ltr">
            Added <Time at={image.createdAt} />
          </span>
          <span dir="ltr">{count(image.views, 'view')}</span>
        </p>
        <div className="mt-3 flex flex-wrap items-start gap-3" dir="ltr">
          {/* On phones, Download and the icon fill a line, so the others wrap the same way with the fallback font. */}
          <div className="grid flex-[1_0_calc(100%-3.5rem)] empty:hidden sm:flex-none">
            <DownloadImage image={image} kind="primary" />
          </div>
          <IconLink
            icon={ZoomIn}
            label={image.url ? 'View full size' : 'View larger'}
            href={image.url ?? image.imageUrl}
            isNewTab
            kind="iconPlain"
          />
          {favorite}
          <Link
            className={`${buttonStyle.plain} flex-1 sm:flex-none`}
            to={generatePath(pages.gallery, { slug: image.link.slug })}
            state={{ seenImage: image._id } satisfies SeenImage}
          >
            <LayoutGrid size={18} strokeWidth={1.75} aria-hidden="true" />
            View Gallery
          </Link>
          {children && <div className="-mx-3 flex gap-1 max-sm:w-full sm:mx-0">{children}</div>}
        </div>
      </header>
      <ImageFacts image={image} />
    </div>
  )
}
