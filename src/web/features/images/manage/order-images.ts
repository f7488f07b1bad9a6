import type { QueryClient } from '@tanstack/react-query'
import { getLink, type Link, orderImages } from '#shared/links.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { changeLink, refresh, withOrder } from './link-cache.ts'

const mostAttempts = 3
/** One after the other, so that the last order given is the one that stays. */
const lastOf = new Map<string, Promise<unknown>>()
let withdrawOffer = () => {}

/** Links whose order somebody has chosen while pictures were still arriving. */
export const arrangedByHand = new Set<string>()

const idsOf = (link: Link | undefined) => link?.images.map(({ _id }) => _id) ?? []

/** The server wants every image named once; while others arrive or go, the list is made anew. */
async function save(linkId: string, wanted: readonly string[], attempt = 1): Promise<void> {
  try {
    await call(orderImages, { params: { id: linkId }, body: { imageIds: [...wanted] } })
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.code === 'VALIDATION_FAILED'
    if (!isOutdated || attempt === mostAttempts) throw error
    const { data } = await call(getLink, { params: { id: linkId } })
    await save(linkId, idsOf(withOrder(data, wanted)), attempt + 1)
  }
}

/** Shows a new order at once and stores it; the old one comes back, with the reason, where that fails. */
export async function putInOrder(client: QueryClient, linkId: string, ids: readonly string[]) {
  const before = idsOf(client.getQueryData(queryKeys.link(linkId)))
  changeLink(client, linkId, (link) => withOrder(link, ids))
  const saving = (lastOf.get(linkId) ?? Promise.resolve()).then(() => save(linkId, ids))
  lastOf.set(
    linkId,
    saving.catch(() => {}),
  )
  try {
    await saving
  } catch (error) {
    changeLink(client, linkId, (link) => withOrder(link, before))
    void notify('error', sentenceOf(error, 'Failed to change the order. Please try again.'))
    throw error
  } finally {
    void refresh(client, linkId)
  }
}

/** The same, by a person, who may think better of it. */
export async function rearrange(client: QueryClient, linkId: string, ids: readonly string[]) {
  const before = idsOf(client.getQueryData(queryKeys.link(linkId)))
  if (ids.every((id, place) => id === before[place])) return
  arrangedByHand.add(linkId)
  withdrawOffer()
  withdrawOffer = offerUndo('Order changed', () => void putInOrder(client, linkId, before).catch(() => {}))
  await putInOrder(client, linkId, ids).catch(() => withdrawOffer())
}
