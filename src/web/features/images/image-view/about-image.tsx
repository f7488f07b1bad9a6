import { LayoutGrid, ZoomIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { count, formatDayInUtc } from '#web/lib/formats.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconLink } from '#web/ui/icon-link.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { Words } from '#web/ui/words.tsx'
import { DownloadImage } from '../download-image.tsx'
import type { SeenImage } from '../wall/use-scroll-place.ts'

type Props = { image: Image; title: string; children?: ReactNode }

/** Beneath the picture: its words, who uploaded it, and what can be done. */
export const AboutImage = ({ image, title, children }: Props) => (
  <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
    <header className="grid min-w-0 gap-3">
      <Words as="h1" text={title} className={title.length > 40 ? 'text-heading' : 'text-title'} />
      {image.description && (
        <Words as="p" text={image.description} className="max-w-measure whitespace-pre-line text-ink-2" />
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
        <span className="wrap-anywhere" dir="auto">
          {image.user.name || 'Anonymous'}
        </span>
        <When image={image} />
        <span className="tabular-nums">{count(image.views, 'view')}</span>
      </p>
    </header>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {/* On phones a line of its own: the others then break alike, whichever font has come. */}
      <div className="grid flex-[1_0_100%] empty:hidden sm:flex-none">
        <DownloadImage image={image} kind="primary" />
      </div>
      <Link
        className={`${buttonStyle.plain} flex-1`}
        to={generatePath(pages.gallery, { slug: image.link.slug })}
        state={{ seenImage: image._id } satisfies SeenImage}
      >
        <LayoutGrid size={18} strokeWidth={1.75} aria-hidden="true" />
        View Gallery
      </Link>
      <div className="-mx-3 flex px-1.5">
        <IconLink
          icon={ZoomIn}
          label={image.url ? 'View full size' : 'View large'}
          href={image.url ?? image.imageUrl}
          isNewTab
        />
        {children}
      </div>
    </div>
  </div>
)

/** When it was taken, where the camera said so: by the camera's own calendar, which most of them give without a time zone. */
const When = ({ image: { takenAt, createdAt } }: { image: Image }) =>
  takenAt ? (
    <time dateTime={takenAt}>{formatDayInUtc(takenAt)}</time>
  ) : (
    <span>
      Uploaded <Moment at={createdAt} />
    </span>
  )
