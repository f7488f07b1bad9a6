import { type ComponentProps, useRef } from 'react'
import type { Link } from '#shared/links.ts'
import { useScrollRestoration } from '../wall/use-scroll-restoration.ts'
import { Wall } from '../wall/wall.tsx'
import type { ImageViewerProps } from './image-viewer.tsx'
import { Lightbox, preloadViewer, useDisplayedImage } from './lightbox.tsx'
import type { useLightbox } from './use-lightbox.ts'

type Props = { link: Link; lightbox: ReturnType<typeof useLightbox> } & Pick<
  ImageViewerProps,
  'comments' | 'beside' | 'onDoubleTap'
> &
  Pick<ComponentProps<typeof Wall>, 'over'>

export function WallWithLightbox({ link, lightbox, comments, over, beside, onDoubleTap }: Props) {
  const { images, imageCount } = link
  const { shownId, isPlaying, openImage, onView, close } = lightbox
  const wall = useRef<HTMLElement>(null)
  const { displayedId, onOpen, onSeen } = useDisplayedImage(shownId, openImage)
  const index = images.findIndex((image) => image._id === displayedId)
  useScrollRestoration(wall, images.length >= imageCount)

  return (
    <>
      <section
        ref={wall}
        aria-label="Photos"
        className="wall-margins"
        onPointerOver={preloadViewer}
        onFocus={preloadViewer}
      >
        <Wall images={images} total={imageCount} onOpen={onOpen} over={over} />
      </section>
      {index !== -1 && (
        <Lightbox
          link={link}
          index={index}
          isPlayingAtStart={isPlaying}
          comments={comments}
          beside={beside}
          onDoubleTap={onDoubleTap}
          onShow={onSeen}
          onView={onView}
          onClose={close}
        />
      )}
    </>
  )
}
