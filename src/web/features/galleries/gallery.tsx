import { Play } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { useUser } from '#web/lib/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DownloadAll, DownloadAllAsOwner } from './download-all.tsx'
import { EmptyGallery } from './empty-gallery.tsx'
import { Lightbox, prepareRoom } from './lightbox/lightbox.tsx'
import { OwnerControls } from './owner-controls.tsx'
import { ShareButton } from './share-button.tsx'
import { useCountedViews } from './use-counted-views.ts'
import { useShownImage } from './use-shown-image.ts'
import { Wall } from './wall.tsx'
import { WallText } from './wall-text.tsx'

/** An open gallery: its words, its pictures, and the room in which one of them is seen large. */
export function Gallery({ link, branded }: { link: Link; branded: boolean }) {
  const { images, slug } = link
  const isOwner = useUser()?._id === link.user
  const { shownId, open, show, close } = useShownImage()
  const [isPlaying, setIsPlaying] = useState(false)
  const countView = useCountedViews(isOwner)
  const wall = useRef<HTMLElement>(null)
  const lastShown = useRef<string>(undefined)
  const index = images.findIndex((image) => image._id === shownId)

  const openPicture = useCallback(
    (imageId: string) => {
      setIsPlaying(false)
      open(imageId)
    },
    [open],
  )
  const startSlideshow = () => {
    setIsPlaying(true)
    if (images[0]) open(images[0]._id)
  }
  const settle = (imageId: string) => {
    countView(imageId)
    if (imageId !== shownId) show(imageId)
  }

  // However it was closed, the eye and the keyboard go on at the picture that was seen last.
  useEffect(() => {
    if (!shownId && lastShown.current) {
      wall.current?.querySelector<HTMLElement>(`[data-image="${lastShown.current}"]`)?.focus()
    }
    lastShown.current = shownId
  }, [shownId])

  const isOnlyForOwner = isOwner && (link.isPrivate || !link.allowDownloads)
  return (
    <>
      {isOwner && <OwnerControls link={link} />}
      <WallText link={link}>
        <div className="flex flex-wrap items-center gap-3">
          {images.length > 0 && isOnlyForOwner && <DownloadAllAsOwner link={link} />}
          {images.length > 0 && link.allowDownloads && !isOnlyForOwner && <DownloadAll link={link} />}
          <ShareButton title={link.title} path={generatePath(pages.gallery, { slug })} />
          {images.length > 1 && <IconButton icon={Play} label="Slideshow" onClick={startSlideshow} />}
        </div>
      </WallText>
      <section ref={wall} aria-label="Images" className="wall-margins" onPointerDown={prepareRoom}>
        {images.length > 0 ? (
          <Wall images={images} total={link.imageCount} onOpen={openPicture} />
        ) : (
          <EmptyGallery isOwner={isOwner} />
        )}
      </section>
      {branded && (
        <p className="mt-16 px-(--gutter) py-6 text-center text-caption text-ink-3">
          Shared with{' '}
          <RouterLink className="underline hover:text-ink" to={pages.home}>
            Framelight
          </RouterLink>
        </p>
      )}
      {index !== -1 && (
        <Lightbox link={link} index={index} isPlayingAtStart={isPlaying} onSettle={settle} onClose={close} />
      )}
    </>
  )
}
