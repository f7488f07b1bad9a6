import { lazy, type ReactNode, Suspense } from 'react'
import type { Link } from '#shared/links.ts'
import { EmptyGallery } from './empty-gallery.tsx'
import { GalleryCover } from './gallery-cover.tsx'
import { GalleryHead } from './gallery-head.tsx'

// Visitors never need it.
const OwnerControls = lazy(async () => ({ default: (await import('./owner-controls.tsx')).OwnerControls }))

type Props = {
  link: Link
  isOwner: boolean
  /** Under the cover, where there is one. */
  bar: ReactNode
  foot: ReactNode
  /** The pictures. */
  children: ReactNode
}

/** The cover that a gallery opens with; undefined where it opens with its wall, or has nothing to show yet. */
export const coverOf = ({ opening, coverImage }: Link) => (opening === 'cover' ? (coverImage ?? undefined) : undefined)

/** An open gallery: its words, with its cover or without, its pictures, and what is to be said after them. */
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
