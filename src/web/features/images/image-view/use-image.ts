import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countImageView } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { type ImageResult, queryKeys } from '#web/lib/queries/keys.ts'
import { useRecipientPage } from '#web/recipient/use-recipient-page.ts'

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
