import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { DownloadAll } from './download-all.tsx'
import { EmptyGallery } from './empty-gallery.tsx'
import { GalleryHead } from './gallery-head.tsx'
import { OwnerControls } from './owner-controls.tsx'

type Props = {
  link: Link
  isOwner: boolean
  branded: boolean
  onSlideshow: () => void
  /** How to take a picture home that is alone. */
  download: ReactNode
  /** The pictures. */
  children: ReactNode
}

/** An open gallery: its words, what can be done with it, and its pictures. */
export function Gallery({ link, isOwner, branded, onSlideshow, download, children }: Props) {
  const { images, slug } = link
  const isOnlyForOwner = isOwner && (link.isPrivate || !link.allowDownloads)
  return (
    <>
      {isOwner && <OwnerControls link={link} />}
      <GalleryHead link={link}>
        <div className="flex flex-wrap items-center gap-3">
          {download}
          {images.length > 1 && (isOwner || link.allowDownloads) && (
            <DownloadAll link={link} isOnlyForOwner={isOnlyForOwner} />
          )}
          <ShareButton title={link.title} path={generatePath(pages.gallery, { slug })} />
          {images.length > 1 && <IconButton icon={Play} label="Slideshow" onClick={onSlideshow} />}
        </div>
      </GalleryHead>
      {images.length > 0 ? children : <EmptyGallery isOwner={isOwner} />}
      {branded && (
        <p className="mt-16 px-(--gutter) py-6 text-center text-caption text-ink-3">
          Shared with{' '}
          <RouterLink className="underline hover:text-ink" to={pages.home}>
            Framelight
          </RouterLink>
        </p>
      )}
    </>
  )
}
