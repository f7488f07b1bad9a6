import { useEffect, useRef } from 'react'
import type { Link } from '#shared/links.ts'
import { Wall } from '../wall/wall.tsx'
import { Lightbox, preloadViewer } from './lightbox.tsx'
import type { useLightbox } from './use-lightbox.ts'

type Props = { link: Link; lightbox: ReturnType<typeof useLightbox> }

/** A gallery's pictures side by side, and one of them large. */
export function WallWithLightbox({ link, lightbox: { shownId, isPlaying, openImage, onView, close } }: Props) {
  const { images, imageCount } = link
  const wall = useRef<HTMLElement>(null)
  const lastShown = useRef<string>(undefined)
  const index = images.findIndex((image) => image._id === shownId)

  // However it was closed, the eye and the keyboard go on at the picture that was seen last.
  useEffect(() => {
    if (!shownId && lastShown.current) {
      wall.current?.querySelector<HTMLElement>(`[data-image="${lastShown.current}"]`)?.focus()
    }
    lastShown.current = shownId
  }, [shownId])

  return (
    <>
      <section ref={wall} aria-label="Images" className="wall-margins" onPointerDown={preloadViewer}>
        <Wall images={images} total={imageCount} onOpen={openImage} />
      </section>
      {index !== -1 && (
        <Lightbox link={link} index={index} isPlayingAtStart={isPlaying} onView={onView} onClose={close} />
      )}
    </>
  )
}
