import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { countImageView, type Image } from '#shared/images.ts'
import { type Neighbors, neighborsOf } from '#shared/page-data.ts'
import { call } from '#web/lib/api.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { type ImageResult, queryKeys } from '#web/lib/queries/keys.ts'
import { useUser } from '#web/lib/session.ts'
import { useRecipientPage } from '#web/lib/use-recipient-page.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { AboutImage } from './about-image.tsx'
import { HeroImage } from './hero-image.tsx'
import { ImageSteps } from './image-steps.tsx'

const OwnerActions = lazy(async () => ({ default: (await import('./owner-actions.tsx')).OwnerActions }))

const MoreImages = lazy(async () => ({ default: (await import('./more-images.tsx')).MoreImages }))

type Props = { image: Image; title: string; comments: ReactNode; favorite: ReactNode }

export function ImageView({ image, title, comments, favorite }: Props) {
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
        <AboutImage image={image} title={title} neighbors={neighbors} favorite={favorite}>
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

export const ImageSkeleton = () => (
  <Loading label="Loading photo">
    <div className="min-h-dvh">
      <div className="grid place-items-center bg-sunken sm:p-8">
        <Skeleton className="aspect-3/2 w-[min(100%,72dvh*1.5)]" />
      </div>
      <div className="page grid gap-4 pt-[clamp(1.5rem,4vw,3rem)]">
        <Skeleton className="h-12 w-[min(28rem,80%)]" />
        <Skeleton className="h-5 w-64" />
      </div>
    </div>
  </Loading>
)

export function useImage(id: string) {
  const queryClient = useQueryClient()
  /** Until the image is fetched, uses its copy among the cached images of the previous image's link. */
  const findInLink = (left: ImageResult | undefined): ImageResult | undefined => {
    const images = left?.state === 'open' ? queryClient.getQueryData(queryKeys.imagesOfLink(left.image.link._id)) : []
    const image = images?.find(({ _id }) => _id === id)
    return image && { state: 'open', image }
  }
  return useRecipientPage({
    page: 'image',
    id,
    query: useQuery({ ...imageQueries.image(id), placeholderData: findInLink }),
    count: () => call(countImageView, { params: { id } }),
  })
}

function useImagesOfLink({ link }: Image) {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.gallery(link.slug)
  return useQuery({
    ...imageQueries.imagesOfLink(link._id),
    initialData: () => {
      const gallery = queryClient.getQueryData(queryKey)
      const images = gallery?.state === 'open' ? gallery.link.images : []
      // The page data of a large gallery only includes the first images.
      return gallery?.state === 'open' && images.length >= gallery.link.imageCount ? images : undefined
    },
    initialDataUpdatedAt: () => queryClient.getQueryState(queryKey)?.dataUpdatedAt,
  })
}

/** Uses the page data until the link's images have loaded. */
function useNeighbors(image: Image): Neighbors | null {
  const queryClient = useQueryClient()
  const { data: images } = useImagesOfLink(image)
  if (!images) return queryClient.getQueryData(queryKeys.neighbors(image._id)) ?? null
  const ids = images.map(({ _id }) => _id)
  return neighborsOf(ids, image._id)
}
