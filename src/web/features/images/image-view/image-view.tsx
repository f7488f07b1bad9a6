import { lazy, type ReactNode, Suspense } from 'react'
import type { Image } from '#shared/images.ts'
import { useUser } from '#web/lib/session.ts'
import { AboutImage } from './about-image.tsx'
import { HeroImage } from './hero-image.tsx'
import { ImageSteps } from './image-steps.tsx'
import { useImagesOfLink, useNeighbors } from './use-neighbors.ts'

const OwnerActions = lazy(async () => ({ default: (await import('./owner-actions.tsx')).OwnerActions }))

const MoreImages = lazy(async () => ({ default: (await import('./more-images.tsx')).MoreImages }))

type Props = { image: Image; title: string; comments: ReactNode }

export function ImageView({ image, title, comments }: Props) {
  const isOwner = useUser()?._id === image.user._id
  const neighbors = useNeighbors(image)
  const { data: images } = useImagesOfLink(image)
  return (
    // Fill the screen, so the footer doesn't jump when the comments load.
    <div className="min-h-dvh">
      <div className="relative">
        <HeroImage image={image} alt={title} />
        {neighbors && neighbors.count > 1 && <ImageSteps neighbors={neighbors} />}
      </div>
      <div className="page grid gap-[clamp(2rem,4vw,3.5rem)] pt-[clamp(1.5rem,4vw,3rem)]">
        <AboutImage image={image} title={title} neighbors={neighbors}>
          {isOwner && (
            <Suspense>
              <OwnerActions image={image} title={title} />
            </Suspense>
          )}
        </AboutImage>
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
          {comments}
          {images && (
            <Suspense>
              <MoreImages image={image} images={images} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}
