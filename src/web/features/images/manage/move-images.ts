import type { QueryClient } from '@tanstack/react-query'
import { changeImages, setCover } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { changeLink, refresh, withoutImages } from './link-cache.ts'
import { putInOrder } from './order-images.ts'

const move = (linkId: string, imageIds: string[]) => call(changeImages, { body: { action: 'move', imageIds, linkId } })

/** Moves images to the end of another link. Undo restores their positions and the cover. */
export async function moveImages(client: QueryClient, from: Link, ids: string[], to: Link) {
  try {
    await move(to._id, ids)
    changeLink(client, from._id, (link) => withoutImages(link, new Set(ids)))
  } catch (error) {
    throw new Error(errorMessage(error, 'Failed to move images. Please try again.'))
  } finally {
    void refresh(client, from._id, to._id)
  }
  offerUndo(`${count(ids.length, 'image')} moved to ${to.title}`, () => void moveBack(client, from, ids, to))
}

async function moveBack(client: QueryClient, from: Link, ids: string[], to: Link) {
  const cover = from.images.find((image) => image.isCoverImage)
  try {
    await move(from._id, ids)
    if (cover && ids.includes(cover._id)) await call(setCover, { params: { id: cover._id } })
  } catch (error) {
    void notify('error', errorMessage(error, 'Failed to move images. Please try again.'))
    return void refresh(client, from._id, to._id)
  }
  await refresh(client, from._id, to._id)
  const before = from.images.map(({ _id }) => _id)
  await putInOrder(client, from._id, before).catch(() => {})
}
