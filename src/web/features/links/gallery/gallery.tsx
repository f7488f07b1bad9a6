import { lazy, type ReactNode, Suspense } from 'react'
import type { Link } from '#shared/links.ts'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { AddPhotosLink } from './add-photos-link.tsx'
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
      {link.images.length > 0 ? children : <EmptyGallery link={link} isOwner={isOwner} />}
      {foot}
    </>
  )
}

const EmptyGallery = ({ link, isOwner }: { link: Link; isOwner: boolean }) => (
  <section aria-label="Photos" className="wall-margins">
    <div className="grid items-center gap-8 px-3 sm:px-0 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:gap-16">
      <EmptyFrame />
      <div className="grid gap-2">
        <h2 className="text-subhead">No photos yet</h2>
        <p className="max-w-measure text-ink-2">
          {isOwner
            ? "Upload your first photos. They'll appear here for anyone with the link."
            : link.adding
              ? 'Were you there? Add your photos.'
              : 'Check back soon with the same link.'}
        </p>
        {link.adding && (
          <p className="mt-2">
            <AddPhotosLink slug={link.slug} kind="primary" />
          </p>
        )}
      </div>
    </div>
  </section>
)
