import { lazy, type ReactNode, Suspense } from 'react'
import type { Link } from '#shared/links.ts'
import { EmptyGallery } from './empty-gallery.tsx'
import { GalleryCover } from './gallery-cover.tsx'
import { GalleryHead } from './gallery-head.tsx'

const OwnerControls = lazy(async () => ({ default: (await import('./owner-controls.tsx')).OwnerControls }))

type Props = {
  link: Link
  isOwner: boolean
  /** Only rendered below a cover. Without one, the page shows the bar in its header. */
  bar: ReactNode
  foot: ReactNode
  children: ReactNode
}

/** Returns undefined if the gallery opens with the grid or is still empty. */
export const coverOf = ({ opening, coverImage }: Link) => (opening === 'cover' ? (coverImage ?? undefined) : undefined)

export function Gallery({ link, isOwner, bar, foot, children }: Props) {
  const cover = coverOf(link)
  return (
    <>
      {isOwner && (
        <Suspense>
          <OwnerControls link={link} />
        </Suspense>
      )}
      {cover ? (
        <>
          <GalleryCover link={link} cover={cover} />
          {bar}
        </>
      ) : (
        <GalleryHead link={link} />
      )}
      {link.images.length > 0 ? children : <EmptyGallery isOwner={isOwner} />}
      {foot}
    </>
  )
}
