import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import { forbidden, requireRole } from '#server/features/access/link-access.ts'
import { isOwner, roleOn } from '#server/features/access/roles.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { ImageChange } from '#shared/image-forms.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { createBulkChanges } from './bulk-changes.ts'
import type { ImageRecord } from './image-rows.ts'
import type { ImageRepository, ImageTransaction } from './images.repository.ts'

export type ChangeDependencies = {
  images: ImageRepository
  access: AccessService
  invalidation: Invalidation
  clock: Clock
  /** False if deleting is final. */
  hasTrash: boolean
  planOf: (userId: string) => Promise<CatalogPlan>
  recordAct: RecordAct
  rateLimits: RateLimits
  /** Runs due deletions now instead of at the next interval. */
  onDeletionScheduled: () => void
}

type Removal = { forever?: boolean; guestId?: string | undefined }

export function createImageChanges(dependencies: ChangeDependencies) {
  const { images, access, invalidation, clock, hasTrash, recordAct, onDeletionScheduled } = dependencies

  async function requireManaged(viewer: Viewer, id: string) {
    const image = await images.find(id)
    if (!image) throw await whyMissing(viewer, [id])
    requireRole(image.link, viewer, 'editor')
    return image
  }

  async function whyMissing(viewer: Viewer, ids: string[]) {
    const waiting = (await images.listWaiting(ids)).find(({ link }) => roleOn(link, viewer) !== 'visitor')
    if (!waiting) return imageNotFound()
    requireRole(waiting.link, viewer, 'editor')
    return approveFirst()
  }

  /** A bulk change is about the images of one owner, whose usage it locks. */
  async function requireAllManaged(viewer: Viewer, ids: string[]) {
    const wanted = [...new Set(ids)]
    const found = await images.listMany(wanted)
    if (found.length < wanted.length) throw await whyMissing(viewer, wanted)
    for (const image of found) requireRole(image.link, viewer, 'editor')
    if (found.some(({ link }) => !isOwner(link, { userId: found[0]?.link.userId }))) throw forbidden('editor')
    return found
  }

  /** Rereads the images inside the transaction, because they may have been moved or deleted in the meantime. */
  async function requireStillOwned(tx: ImageTransaction, userId: string, found: ImageRecord[]) {
    const present = await tx.listOwned(
      userId,
      found.map(({ id }) => id),
    )
    if (present.length < found.length) throw imageNotFound()
    return present
  }

  /** A guest can't take back an image that was moved in the meantime. */
  async function removeAll(userId: string, found: ImageRecord[], { forever = false, guestId }: Removal = {}) {
    const isTrashed = hasTrash && !forever && guestId === undefined
    await images.transaction(async (tx) => {
      await tx.lockUsage(userId)
      const present = await requireStillOwned(tx, userId, found)
      if (guestId !== undefined && present.some((image) => image.guestId !== guestId)) throw imageNotFound()
      const ids = present.map((image) => image.id)
      if (isTrashed) await tx.trash(ids, instantNow(clock))
      await tx.freePlaces(userId, isTrashed ? { images: ids.length, bytes: 0 } : await tx.remove(userId, ids))
      for (const [linkId, ofLink] of Map.groupBy(present, ({ linkId }) => linkId)) {
        await tx.takePositions({ id: linkId, userId }, -ofLink.length, instantNow(clock))
        await tx.replaceMissingCover(linkId)
      }
    })
    invalidateLinks(found)
    if (!isTrashed) onDeletionScheduled()
  }

  const invalidateLinks = (changed: ImageRecord[]) => {
    for (const linkId of new Set(changed.map(({ link }) => link.id))) invalidation.invalidate(linkId)
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

  /** Only rows of `images` can be in the trash. Restoring one approves it. */
  async function trashWaiting(tx: ImageTransaction, link: { id: string; userId: string }, ids: string[]) {
    const now = instantNow(clock)
    const waiting = await tx.listWaitingIds(link.id, { imageIds: ids }, ids.length)
    const first = await tx.takePositions(link, waiting.length, now)
    if (waiting.length === 0 || first === undefined) return { images: 0, bytes: 0 }
    await tx.moveToImages(waiting, first, now)
    await tx.trash(waiting, now)
    await tx.takePositions(link, -waiting.length, now)
    return { images: waiting.length, bytes: 0 }
  }

  return {
    async update(viewer: Viewer, id: string, change: ImageChange) {
      const image = await requireManaged(viewer, id)
      await images.update(id, change)
      invalidateLinks([image])
      await recordAct(viewer, image.link, 'changed')
    },

    async setCover(viewer: Viewer, id: string) {
      const { link } = await requireManaged(viewer, id)
      await images.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        const image = await tx.find(id)
        if (!image) throw imageNotFound()
        await tx.setCover(image.link.id, id, instantNow(clock))
      })
      invalidation.invalidate(link.id)
      await recordAct(viewer, link, 'changed')
    },

    rejectAll,

    /** Also lets guests take back what they added. */
    async remove(caller: Caller, id: string, { forever = false } = {}) {
      const { viewer } = caller
      const found = await images.findAny(id)
      const adder = found && (await access.findAdder(found.guest, found.link, caller))
      if (!found || !adder) {
        if (!viewer) throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
        if (!found || (found.state === 'waiting' && roleOn(found.link, viewer) === 'visitor')) throw imageNotFound()
        requireRole(found.link, viewer, 'editor')
      }
      if (adder && 'pass' in adder) await access.requireForPass(found.link, adder.pass)
      const { link, guest, state } = found
      // What guests take back doesn't stay in the owner's trash, but what editors delete does.
      const isForever = (forever && isOwner(link, viewer)) || adder !== undefined
      const record = async () => (adder ? undefined : recordAct(viewer, link, 'deleted'))
      if (state === 'waiting' && (await rejectAll(link, [id], { forever: isForever })) > 0) return record()
      // The image may have just been approved.
      const shown = state === 'shown' ? found : await images.find(id)
      if (!shown) throw imageNotFound()
      await removeAll(link.userId, [shown], { forever: isForever, guestId: adder && guest?.id })
      await record()
    },

    change: createBulkChanges({ ...dependencies, requireAllManaged, requireStillOwned, removeAll }),

    async reorder(viewer: Viewer, linkId: string, imageIds: string[]) {
      const link = requireRole(await access.findFacts(linkId), viewer, 'editor')
      await images.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        const places = await tx.listPlaces(linkId)
        const there = new Set(places.flatMap(({ id, isTrashed }) => (isTrashed ? [] : id)))
        const isWhole = imageIds.length === there.size && new Set(imageIds).size === there.size
        if (!isWhole || !imageIds.every((id) => there.has(id))) {
          throw invalidField('imageIds', 'List every image of the link exactly once')
        }
        const wanted = imageIds.values()
        // Images in the trash keep their places, so that they come back there.
        const placed = places.flatMap(({ id, isTrashed }) => (isTrashed ? id : (wanted.next().value ?? [])))
        await tx.place(linkId, placed, 1)
        await tx.refreshCover(linkId)
      })
      invalidation.invalidate(linkId)
      await recordAct(viewer, link, 'changed')
    },
  }
}

export const approveFirst = () => new AppError('VALIDATION_FAILED', 'Approve this photo first')

export const imageNotFound = () => new AppError('NOT_FOUND', 'Image not found')
