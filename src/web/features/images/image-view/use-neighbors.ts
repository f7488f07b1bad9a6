import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Image } from '#shared/images.ts'
import { type Neighbors, neighborsOf } from '#shared/page-data.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

export function useImagesOfLink({ link }: Image) {
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
export function useNeighbors(image: Image): Neighbors | null {
  const queryClient = useQueryClient()
  const { data: images } = useImagesOfLink(image)
  if (!images) return queryClient.getQueryData(queryKeys.neighbors(image._id)) ?? null
  const ids = images.map(({ _id }) => _id)
  return neighborsOf(ids, image._id)
}
