import { useCallback, useEffect, useRef } from 'react'
import type { Link } from '#shared/links.ts'
import { useScrollPlace } from '../wall/use-scroll-place.ts'
import { Wall } from '../wall/wall.tsx'
import { showOnWall } from '../wall/wall-place.ts'
import { Lightbox, preloadViewer } from './lightbox.tsx'
import type { useLightbox } from './use-lightbox.ts'

type Props = { link: Link; lightbox: ReturnType<typeof useLightbox> }

/** A gallery's pictures side by side, and one of them large. */
export function WallWithLightbox({ link, lightbox: { shownId, isPlaying, openImage, onView, close } }: Props) {
  const { images, imageCount } = link
  const wall = useRef<HTMLElement>(null)
  const lastShown = useRef<string>(undefined)
  const noteShown = useCallback((imageId: string) => {
    lastShown.current = imageId
  }, [])
  const index = images.findIndex((image) => image._id === shownId)
  useScrollPlace(wall, images.length >= imageCount)

  // However it was closed, the eye and the keyboard go on at the picture that was seen last.
  useEffect(() => {
    const seen = lastShown.current
    if (shownId || !seen) return
    lastShown.current = undefined
    // Back brings the browser's own idea of the place with it; this comes after that.
    const frame = requestAnimationFrame(() => showOnWall(seen))
    return () => cancelAnimationFrame(frame)
  }, [shownId])

  return (
    <>
      <section ref={wall} aria-label="Images" className="wall-margins" onPointerDown={preloadViewer}>
        <Wall images={images} total={imageCount} onOpen={openImage} />
      </section>
      {index !== -1 && (
        <Lightbox
          link={link}
          index={index}
          isPlayingAtStart={isPlaying}
          onShow={noteShown}
          onView={onView}
          onClose={close}
        />
      )}
    </>
  )
}
