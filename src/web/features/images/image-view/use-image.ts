import { useQuery } from '@tanstack/react-query'
import { countImageView } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { useRecipientPage } from '#web/recipient/use-recipient-page.ts'

/** One image; opening its page is a view. */
export const useImage = (id: string) =>
  useRecipientPage({
    page: 'image',
    id,
    query: useQuery(imageQueries.image(id)),
    count: () => call(countImageView, { params: { id } }),
  })
