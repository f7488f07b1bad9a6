import type { AccessService } from '#server/features/access/access.service.ts'
import { isOwner, requireOwner } from '#server/features/access/link-access.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { BulkAction, ImageChange } from '#shared/image-forms.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { ImageRecord } from './image-rows.ts'
import type { ImageRepository } from './images.repository.ts'

export type ChangeDependencies = {
  images: ImageRepository
  access: AccessService
  invalidation: Invalidation
  clock: Clock
  /** False if deleting is final. */
  hasTrash: boolean
  planOf: (userId: string) => Promise<CatalogPlan>
  /** Runs due deletions now instead of at the next interval. */
  onDeletionScheduled: () => void
}

type Removal = { forever?: boolean; guestId?: string | undefined }
type Transaction = Parameters<Parameters<ImageRepository['transaction']>[0]>[0]

export function createImageChanges(dependencies: ChangeDependencies) {
  const { images, access, invalidation, clock, hasTrash, planOf, onDeletionScheduled } = dependencies

  async function requireOwn(viewer: Viewer, id: string) {
    const image = await images.find(id)
    if (!image) throw await whyMissing(viewer, [id])
    requireOwner(image.link, viewer)
    return image
  }

  async function whyMissing(viewer: Viewer, ids: string[]) {
    const waiting = await images.listWaiting(ids)
    return waiting.some(({ link }) => isOwner(link, viewer)) ? approveFirst() : imageNotFound()
  }

  async function requireAllOwn(viewer: Viewer, ids: string[]) {
    const wanted = [...new Set(ids)]
    const found = await images.listMany(wanted)
    if (found.length < wanted.length) throw await whyMissing(viewer, wanted)
    for (const image of found) requireOwner(image.link, viewer)
    return found
  }

  /** Rereads the images inside the transaction, because they may have been moved or deleted in the meantime. */
  async function requireStillOwned(tx: Pick<ImageRepository, 'listMany'>, userId: string, found: ImageRecord[]) {
    const present = await tx.listMany(found.map((image) => image.id))
    const isOwn = present.every((image) => isOwner(image.link, { userId }))
    if (present.length < found.length || !isOwn) throw imageNotFound()
    return present
  }

  /** A guest can't take back an image that was moved in the meantime. */
  async function removeAll(userId: string, found: ImageRecord[], { forever = false, guestId }: Removal = {}) {
    const isTrashed = hasTrash && !forever && guestId === undefined
    await images.transaction(async (tx) => {
      await tx.lockUsage(userId)
      const present = await requireStillOwned(tx, userId, found)
      if (guestId !== undefined && present.some(({ guest }) => guest?.id !== guestId)) throw imageNotFound()
      const ids = present.map((image) => image.id)
      if (isTrashed) await tx.trash(ids, instantNow(clock))
      await tx.freePlaces(userId, isTrashed ? { images: ids.length, bytes: 0 } : await tx.remove(userId, ids))
      for (const [linkId, ofLink] of Map.groupBy(present, (image) => image.link.id)) {
        await tx.takePositions({ id: linkId, userId }, -ofLink.length, instantNow(clock))
        await tx.refreshCover(linkId)
      }
    })
    invalidateLinks(found)
    if (!isTrashed) onDeletionScheduled()
  }

  async function moveAll(viewer: Viewer, found: ImageRecord[], linkId: string) {
    const target = requireOwner(await access.findFacts(linkId), viewer)
    const moving = found.filter((image) => image.link.id !== target.id)
    if (moving.length === 0) return
    await images.transaction(async (tx) => {
      await tx.lockUsage(viewer.userId)
      const present = await requireStillOwned(tx, viewer.userId, moving)
      const now = instantNow(clock)
      const first = await tx.takePositions(target, present.length, now)
      if (first === undefined) throw new AppError('NOT_FOUND', 'Link not found')
      await tx.place(
        target.id,
        moving.map((image) => image.id),
        first,
      )
      for (const [sourceId, ofLink] of Map.groupBy(present, (image) => image.link.id)) {
        await tx.takePositions({ id: sourceId, userId: viewer.userId }, -ofLink.length, now)
        await tx.refreshCover(sourceId)
      }
      await tx.refreshCover(target.id)
    })
    invalidateLinks(moving)
    invalidation.invalidate(target.id)
  }

  /** Returns the IDs of the copies, in order. */
  async function copyAll(viewer: Viewer, found: ImageRecord[], linkId: string) {
    const { userId } = viewer
    const link = await access.findFacts(linkId)
    if (!link || !isOwner(link, viewer)) throw invalidField('linkId', 'Choose one of your links')
    if (found.some((image) => image.link.id === link.id)) {
      throw invalidField('linkId', "Choose another link: images can't be copied to the link they're in")
    }
    const { imageLimit } = await planOf(userId)
    const copies = found.map(({ id, guest, addedBy }) => ({ id: newId(), of: id, addedBy: guest?.name ?? addedBy }))
    await images.transaction(async (tx) => {
      const hasPlaces = await tx.takePlaces(
        userId,
        { images: copies.length, bytes: 0 },
        { images: imageLimit, bytes: null },
      )
      await requireStillOwned(tx, userId, found)
      const now = instantNow(clock)
      const first = await tx.takePositions(link, copies.length, now)
      // Check the link first: a deleted account has no counters either, which would look like a reached limit.
      if (first === undefined) throw invalidField('linkId', 'Choose one of your links')
      if (!hasPlaces) throw noRoomForCopies(imageLimit, await tx.usageOf(userId))
      await tx.insertCopies(copies, { linkId: link.id, first, now })
      await tx.refreshCover(link.id)
    })
    invalidation.invalidate(link.id)
    return copies.map(({ id }) => id)
  }

  async function changeAll(viewer: Viewer, { action, imageIds, linkId }: BulkAction) {
    const found = await requireAllOwn(viewer, imageIds)
    const byId = new Map(found.map((image) => [image.id, image]))
    const unique = [...new Set(imageIds)].flatMap((id) => byId.get(id) ?? [])
    const done = unique.length
    if (action === 'section') throw invalidField('action', 'Action must be delete, move or copy')
    if (action === 'delete') await removeAll(viewer.userId, unique)
    else if (linkId === undefined) throw invalidField('linkId', `Choose the link to ${action} to`)
    else if (action === 'copy') return { done, imageIds: await copyAll(viewer, unique, linkId) }
    else await moveAll(viewer, unique, linkId)
    return { done }
  }

  const invalidateLinks = (changed: ImageRecord[]) => {
    for (const image of changed) invalidation.invalidate(image.link.id)
  }

  /** Returns the number of images that still needed approval. */
  async function rejectAll(link: { id: string; userId: string }, ids: string[], { forever = false } = {}) {
    const isTrashed = hasTrash && !forever
    const removed = await images.transaction(async (tx) => {
      await tx.lockUsage(link.userId)
      const freed = isTrashed ? await trashWaiting(tx, link, ids) : await tx.removeWaiting(link.id, ids)
      await tx.freePlaces(link.userId, freed)
      return freed.images
    })
    if (removed > 0) {
      invalidation.invalidate(link.id)
      if (!isTrashed) onDeletionScheduled()
    }
    return removed
  }

  /** Only rows of `images` can be in the trash, so the images are approved first. Restoring shows them. */
  async function trashWaiting(tx: Transaction, link: { id: string; userId: string }, ids: string[]) {
    const now = instantNow(clock)
    const waiting = await tx.listWaitingIds(link.id, { imageIds: ids }, ids.length)
    const first = await tx.takePositions(link, waiting.length, now)
    if (waiting.length === 0 || first === undefined) return { images: 0, bytes: 0 }
    await tx.approve(waiting, first, now)
    await tx.trash(waiting, now)
    await tx.takePositions(link, -waiting.length, now)
    return { images: waiting.length, bytes: 0 }
  }

  return {
    async update(viewer: Viewer, id: string, change: ImageChange) {
      const image = await requireOwn(viewer, id)
      await images.update(id, change)
      invalidateLinks([image])
    },

    async setCover(viewer: Viewer, id: string) {
      const { link } = await requireOwn(viewer, id)
      await images.transaction(async (tx) => {
        await tx.lockUsage(viewer.userId)
        const image = await tx.find(id)
        if (!image) throw imageNotFound()
        await tx.setCover(image.link.id, id, instantNow(clock))
      })
      invalidation.invalidate(link.id)
    },

    rejectAll,

    /** Also lets guests take back what they added. */
    async remove(caller: Caller, id: string, { forever = false } = {}) {
      const { viewer } = caller
      const found = await images.findAny(id)
      const adder = found && (await access.findAdder(found.guest, found.link, caller))
      if (!found || !adder) {
        if (!viewer) throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
        if (!found || (found.state === 'waiting' && !isOwner(found.link, viewer))) throw imageNotFound()
        requireOwner(found.link, viewer)
      }
      const { link, guest, state } = found
      if (state === 'waiting' && (await rejectAll(link, [id], { forever: forever || adder !== undefined })) > 0) return
      // The image may have just been approved.
      const shown = state === 'shown' ? found : await images.find(id)
      if (!shown) throw imageNotFound()
      await removeAll(link.userId, [shown], { forever, guestId: adder && guest?.id })
    },

    async change(viewer: Viewer, bulkAction: BulkAction) {
      try {
        return await changeAll(viewer, bulkAction)
      } catch (error) {
        // Clients of the older actions rely on 403 and 404.
        const isOlder = bulkAction.action === 'delete' || bulkAction.action === 'move'
        throw !isOlder && isMissing(error) ? invalidField('imageIds', 'One of these images no longer exists') : error
      }
    },

    async reorder(viewer: Viewer, linkId: string, imageIds: string[]) {
      requireOwner(await access.findFacts(linkId), viewer)
      await images.transaction(async (tx) => {
        await tx.lockUsage(viewer.userId)
        const there = new Set((await tx.listOf(linkId)).map((image) => image.id))
        const isWhole = imageIds.length === there.size && new Set(imageIds).size === there.size
        if (!isWhole || !imageIds.every((id) => there.has(id))) {
          throw invalidField('imageIds', 'List every image of the link exactly once')
        }
        const wanted = imageIds.values()
        const places = await tx.listPlaces(linkId)
        // Images in the trash keep their places, so that they come back there.
        const placed = places.flatMap(({ id, isTrashed }) => (isTrashed ? id : (wanted.next().value ?? [])))
        await tx.place(linkId, placed, 1)
        await tx.refreshCover(linkId)
      })
      invalidation.invalidate(linkId)
    },
  }
}

function noRoomForCopies(limit: number | null, used: { images: number }) {
  const left = Math.max(0, (limit ?? 0) - used.images)
  const room = left === 0 ? 'no more images' : left === 1 ? 'only 1 more image' : `only ${left} more images`
  return new AppError('IMAGE_LIMIT_REACHED', `Your plan has room for ${room}. Copy fewer images or upgrade.`)
}

const isMissing = (error: unknown) =>
  error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')

export const approveFirst = () => new AppError('VALIDATION_FAILED', 'Approve this photo first')

export const imageNotFound = () => new AppError('NOT_FOUND', 'Image not found')
