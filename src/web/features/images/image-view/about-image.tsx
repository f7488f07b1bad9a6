import { LayoutGrid, Maximize } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconLink } from '#web/ui/icon-link.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'

type Props = { image: Image; title: string; children?: ReactNode }

/** Beneath the picture: its words, who uploaded it, and what can be done. */
export const AboutImage = ({ image, title, children }: Props) => (
  <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
    <header className="grid gap-3">
      <h1 className="wrap-anywhere text-title">{title}</h1>
      {image.description && (
        <p className="wrap-anywhere max-w-measure whitespace-pre-line text-ink-2">{image.description}</p>
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
        <span className="wrap-anywhere">{image.user.name || 'Anonymous'}</span>
        <Moment at={image.createdAt} />
        <span className="tabular-nums">{count(image.views, 'view')}</span>
      </p>
    </header>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Link className={`${buttonStyle.plain} flex-1`} to={generatePath(pages.gallery, { slug: image.link.slug })}>
        <LayoutGrid size={18} strokeWidth={1.75} aria-hidden="true" />
        View Gallery
      </Link>
      <ShareButton title={title} path={generatePath(pages.image, { imageId: image._id })} />
      <div className="-mx-3 flex px-1.5">
        <IconLink icon={Maximize} label="View full size" href={image.url ?? image.imageUrl} isNewTab />
        {children}
      </div>
    </div>
  </div>
)
