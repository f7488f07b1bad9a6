import { type ComponentProps, Suspense, useRef, useState } from 'react'
import type { Link } from '#shared/links.ts'
import { sectionView } from '../wall/section-view.ts'
import type { SectionedWallProps } from '../wall/sectioned-wall.tsx'
import { useScrollRestoration } from '../wall/use-scroll-restoration.ts'
import { Wall } from '../wall/wall.tsx'
import type { ImageViewerProps } from './image-viewer.tsx'
import { Lightbox, preloadViewer, useDisplayedImage } from './lightbox.tsx'
import type { useLightbox } from './use-lightbox.ts'

type Props = { link: Link; lightbox: ReturnType<typeof useLightbox> } & Pick<
  ImageViewerProps,
  'comments' | 'beside' | 'onDoubleTap'
> &
  Pick<ComponentProps<typeof Wall>, 'over'> & { sectionActions?: SectionedWallProps['actions'] }

export function WallWithLightbox({ link, lightbox, comments, over, beside, onDoubleTap, sectionActions }: Props) {
  const { images, imageCount, sections = [] } = link
  const [SectionedWall] = useState(sectionView)
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
        className={sections.length > 0 ? undefined : 'wall-margins'}
        onPointerOver={preloadViewer}
        onFocus={preloadViewer}
      >
        {sections.length > 0 ? (
          <Suspense fallback={<div className="min-h-dvh" />}>
            <SectionedWall
              sections={sections}
              images={images}
              total={imageCount}
              ownerId={link.user}
              actions={sectionActions}
              onOpen={onOpen}
              over={over}
            />
          </Suspense>
        ) : (
          <Wall images={images} total={imageCount} onOpen={onOpen} over={over} />
        )}
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
