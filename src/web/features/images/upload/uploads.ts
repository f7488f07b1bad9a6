import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type Image, setCover, updateImage } from '#shared/images.ts'
import { getLink } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { knownUserId } from '#web/lib/session.ts'
import { setUploading } from '#web/lib/uploading.ts'
import { byTaken, rearranged } from '../manage/image-order.ts'
import { changeLink, changeUsage, refresh, withChanged, withCover, withIds, withImage } from '../manage/link-cache.ts'
import { arrangedByHand, onRearrange, putInOrder } from '../manage/order-images.ts'
import { findDuplicate } from './find-duplicate.ts'
import { findUserUploads } from './kept-uploads.ts'
import { findKeptFiles, keepFiles } from './left-out-files.ts'
import { isListed } from './listed-links.ts'
import { discardByTus } from './send-by-tus.ts'
import { sendUpload } from './send-upload.ts'
import { newUpload, type UploadDetails } from './upload.ts'
import { createUploadKeeper, type Restored } from './upload-keeper.ts'
import { allLinks } from './upload-list-store.ts'
import { UploadQueue } from './upload-queue.ts'
import { announcementOf } from './upload-total.ts'

/** The queue lives outside React, so uploads continue on other pages. Each user has their own. */
let current: (ReturnType<typeof createQueue> & { client: QueryClient; userId: string }) | undefined

/** Links to sort by date taken when all uploads are done. */
export const orderedByTaken = new Set<string>()

/** `crypto.randomUUID` isn't available on plain HTTP pages. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** This call and the next one outlive the tab, because people close it as soon as everything is uploaded. */
async function makeCover(client: QueryClient, { _id: id, link }: Image) {
  await call(setCover, { params: { id }, keepalive: true })
  changeLink(client, link._id, (known) => withCover(known, id))
  void refresh(client, link._id)
}

async function describe(client: QueryClient, image: Image, { title, description, isCoverImage }: UploadDetails) {
  const { _id: id, link } = image
  const isChanged = title !== image.title || description !== image.description
  const [changed] = await Promise.all([
    isChanged && call(updateImage, { params: { id }, body: { title, description }, keepalive: true }),
    // Call it even if the image is the cover: an automatic cover changes when an earlier file arrives.
    isCoverImage && call(setCover, { params: { id }, keepalive: true }),
  ])
  if (changed) changeLink(client, link._id, (known) => withChanged(known, changed.data))
  if (isCoverImage) changeLink(client, link._id, (known) => withCover(known, id))
  void refresh(client, link._id)
}

const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function createQueue(client: QueryClient, userId: string) {
  /** IDs of images uploaded since the queue was last idle, by link. */
  const arrived = new Map<string, Set<string>>()
  const noteArrived = (linkId: string, id: string) => arrived.set(linkId, (arrived.get(linkId) ?? new Set()).add(id))
  /** Files that were chosen before the page was reloaded, in that order. */
  let restored: Restored[] = []

  const queue = new UploadQueue({
    send: sendUpload,
    discard: discardByTus,
    newId,
    findDuplicate: (upload, earlier) =>
      findDuplicate(upload, earlier, client.getQueryData(queryKeys.link(upload.linkId))?.images),
    describe: (image, details) => describe(client, image, details),
    setCover: (image) => makeCover(client, image),
    onDescribeFailure: (error) =>
      void notify('error', errorMessage(error, 'Failed to update image. Please try again.')),
    onDone: ({ linkId }, image) => {
      if (!image) return
      changeLink(client, linkId, (link) => withImage(link, image))
      changeUsage(client, 1)
      noteArrived(linkId, image._id)
    },
    onSignedOut: () => void notify('error', 'Your session has ended. Log in again to pick up where you left off.'),
    onBusyChange: (isBusy) => {
      setUploading(isBusy)
      if (isBusy) {
        arrangedByHand.clear()
        return window.addEventListener('beforeunload', warnBeforeLeaving)
      }
      window.removeEventListener('beforeunload', warnBeforeLeaving)
      for (const [linkId, ids] of arrived) void settle(linkId, ids)
      arrived.clear()
    },
  })

  function chosenIds(linkId: string) {
    const earlier = restored.filter((file) => file.linkId === linkId)
    const ids = new Set([...earlier.map(({ uploadId }) => uploadId), ...queue.idsOf(linkId)])
    const imageOf = new Map(earlier.map(({ uploadId, imageId }) => [uploadId, imageId]))
    return [...ids].flatMap((id) => imageOf.get(id) ?? queue.find(id)?.image?._id ?? [])
  }

  /** Uploads finish in any order, so restore the order in which the files were chosen or the photos taken. */
  async function settle(linkId: string, arrivedIds: ReadonlySet<string>) {
    if (!isListed(linkId)) {
      const total = queue.totalOf(linkId)
      void notify(total.refused + total.failed > 0 ? 'error' : 'success', announcementOf(total))
    }
    try {
      // Start from the server's order, because an upload whose response was lost may have been stored much earlier.
      const { data } = await call(getLink, { params: { id: linkId } })
      const present = data.images.map(({ _id }) => _id)
      const chosen = chosenIds(linkId)
      const inChosenOrder = rearranged(
        present,
        chosen.filter((id) => arrivedIds.has(id) && present.includes(id)),
      )
      const wanted = orderedByTaken.has(linkId)
        ? withIds(data.images, inChosenOrder)
            .toSorted(byTaken)
            .map(({ _id }) => _id)
        : inChosenOrder
      const isOutOfOrder = wanted.some((id, index) => id !== present[index])
      if (isOutOfOrder && !arrangedByHand.has(linkId)) await putInOrder(client, linkId, wanted)
      orderedByTaken.delete(linkId)
    } catch {
      // Ignore the error, because all images are there, just in upload order.
    }
    await refresh(client, linkId)
  }

  // Keep changes after the earlier files are restored, or they'd be deleted.
  let keeping = findKeptFiles(userId).then((kept) =>
    queue.restore(
      kept.map(({ id, linkId, file, sectionId }) => newUpload(id, linkId, file, { hasRoom: false, sectionId })),
    ),
  )
  let known = queue.leftOut()
  queue.subscribe(allLinks, () => {
    if (queue.leftOut() === known) return
    known = queue.leftOut()
    keeping = keeping.then(async () => {
      if (knownUserId() === userId) await keepFiles(userId, queue.leftOut())
    })
  })

  const keeper = createUploadKeeper(queue, {
    batch: newId(),
    targetOf: ({ linkId }) => ({ userId, linkId }),
    isAllowed: () => knownUserId() === userId,
  })
  onRearrange(keeper.forgetOrder)
  void findUserUploads(userId).then(async (kept) => {
    restored = await keeper.restore(kept)
    for (const { linkId, imageId } of restored) if (imageId !== undefined) noteArrived(linkId, imageId)
  })

  window.addEventListener('online', queue.resume)
  return { queue, keeper }
}

/** Resolves to whether a reload would carry on with all uploads. */
export const areUploadsKept = async () => (await current?.keeper.isSaved()) ?? false

export function useUploadQueue() {
  const client = useQueryClient()
  // After the session has ended, the queue waits for its user.
  const userId = knownUserId() || current?.userId || ''
  if (current?.userId !== userId || current.client !== client) {
    const { queue: former } = current ?? {}
    queueMicrotask(() => former?.clear())
    current = { ...createQueue(client, userId), client, userId }
  }
  return current.queue
}

export function useTopic<T>(topic: string, read: () => T) {
  const queue = useUploadQueue()
  const subscribe = useCallback((listener: () => void) => queue.subscribe(topic, listener), [queue, topic])
  return useSyncExternalStore(subscribe, read)
}

export function useUploadIds(linkId: string) {
  const queue = useUploadQueue()
  return useTopic(linkId, () => queue.idsOf(linkId))
}

export function useUploadTotal(linkId: string) {
  const queue = useUploadQueue()
  return useTopic(linkId, () => queue.totalOf(linkId))
}

export function useUpload(id: string) {
  const queue = useUploadQueue()
  return useTopic(id, () => queue.find(id))
}

/** How many files are queued or being sent, to any link. */
export function useUnfinished() {
  const queue = useUploadQueue()
  return useTopic(allLinks, () => queue.unfinished)
}

export function useLeftOut() {
  const queue = useUploadQueue()
  return useTopic(allLinks, () => queue.leftOut())
}
