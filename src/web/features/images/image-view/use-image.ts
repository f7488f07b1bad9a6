import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countImageView } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { type ImageResult, queryKeys } from '#web/lib/queries/keys.ts'
import { useRecipientPage } from '#web/recipient/use-recipient-page.ts'

/** One image; opening its page is a view. */
export function useImage(id: string) {
  const queryClient = useQueryClient()
  /** Whoever goes on to the next has it already, among those of the link: it is shown while it is fetched and counted. */
  const findBeside = (left: ImageResult | undefined): ImageResult | undefined => {
    const images = left?.state === 'open' ? queryClient.getQueryData(queryKeys.imagesOfLink(left.image.link._id)) : []
    const image = images?.find(({ _id }) => _id === id)
    return image && { state: 'open', image }
  }
  return useRecipientPage({
    page: 'image',
    id,
    query: useQuery({ ...imageQueries.image(id), placeholderData: findBeside }),
    count: () => call(countImageView, { params: { id } }),
  })
}
