import type { QueryClient } from '@tanstack/react-query'
import { getLink, type Link, orderImages } from '#shared/links.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { changeLink, refresh, withOrder } from './link-cache.ts'

const maxAttempts = 3
/** Saves run one at a time per link, so the last order wins. */
const lastSave = new Map<string, Promise<unknown>>()
let withdrawOffer = () => {}

/** Links that the owner has rearranged since uploads last started. */
export const arrangedByHand = new Set<string>()
let rearranging = (_linkId: string) => {}
/** Replaces the listener, because there's one queue of uploads at a time. */
export const onRearrange = (listener: (linkId: string) => void) => {
  rearranging = listener
}

const idsOf = (link: Link | undefined) => link?.images.map(({ _id }) => _id) ?? []

/** The server requires every image ID exactly once, so retry with a fresh list if images were added or deleted. */
async function save(linkId: string, wanted: readonly string[], attempt = 1): Promise<void> {
  try {
    await call(orderImages, { params: { id: linkId }, body: { imageIds: [...wanted] } })
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.code === 'VALIDATION_FAILED'
    if (!isOutdated || attempt === maxAttempts) throw error
    const { data } = await call(getLink, { params: { id: linkId } })
    await save(linkId, idsOf(withOrder(data, wanted)), attempt + 1)
  }
}

/** Updates the cache optimistically. If saving fails, reverts the cache, shows a toast and rejects. */
export async function putInOrder(client: QueryClient, linkId: string, ids: readonly string[]) {
  const before = idsOf(client.getQueryData(queryKeys.link(linkId)))
  changeLink(client, linkId, (link) => withOrder(link, ids))
  const saving = (lastSave.get(linkId) ?? Promise.resolve()).then(() => save(linkId, ids))
  lastSave.set(
    linkId,
    saving.catch(() => {}),
  )
  try {
    await saving
  } catch (error) {
    changeLink(client, linkId, (link) => withOrder(link, before))
    void notify('error', errorMessage(error, 'Failed to change the order. Please try again.'))
    throw error
  } finally {
    void refresh(client, linkId)
  }
}

/** For changes made by the owner, who can undo them. Unlike `putInOrder`, this doesn't reject. */
export async function rearrange(client: QueryClient, linkId: string, ids: readonly string[]) {
  const before = idsOf(client.getQueryData(queryKeys.link(linkId)))
  if (ids.every((id, index) => id === before[index])) return
  arrangedByHand.add(linkId)
  rearranging(linkId)
  withdrawOffer()
  withdrawOffer = offerUndo('Order changed', () => void putInOrder(client, linkId, before).catch(() => {}))
  await putInOrder(client, linkId, ids).catch(() => withdrawOffer())
}
