import type { QueryClient } from '@tanstack/react-query'
import { type Image, setCover } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { changeLink, refresh, withCover } from './link-cache.ts'

export async function setCoverImage(client: QueryClient, { _id: id, link: { _id: linkId } }: Image) {
  const before = client.getQueryData(queryKeys.link(linkId))?.images.find((image) => image.isCoverImage)
  changeLink(client, linkId, (link) => withCover(link, id))
  try {
    await call(setCover, { params: { id } })
    void notify('success', 'Cover image set')
  } catch (error) {
    changeLink(client, linkId, (link) => withCover(link, before?._id ?? ''))
    void notify('error', errorMessage(error, 'Failed to set cover image. Please try again.'))
  }
  void refresh(client, linkId)
}
