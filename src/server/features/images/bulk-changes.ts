import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import { forbidden, RoleTooWeak, requireLinkOfKey, requireRole } from '#server/features/access/link-access.ts'
import { isAtLeast, isOwner, roleOn } from '#server/features/access/roles.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { BulkAction } from '#shared/image-forms.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { requireTrashRoom } from './image-limits.ts'
import type { ImageRecord } from './image-rows.ts'
import type { ImageRepository, ImageTransaction } from './images.repository.ts'
import type { OwnedImage } from './live-images.repository.ts'

type Dependencies = {
  images: ImageRepository
  access: AccessService
  invalidation: Invalidation
  clock: Clock
  planOf: (userId: string) => Promise<CatalogPlan>
  recordAct: RecordAct
  rateLimits: RateLimits
  requireAllManaged: (viewer: Viewer, ids: string[]) => Promise<ImageRecord[]>
  requireStillOwned: (tx: ImageTransaction, userId: string, found: ImageRecord[]) => Promise<OwnedImage[]>
  removeAll: (userId: string, found: ImageRecord[]) => Promise<void>
}

/** Null means without a section. Undefined leaves the section as it is, or without one in another link. */
type SectionId = BulkAction['sectionId']

const actOf = { delete: 'deleted', move: 'moved', section: 'changed' } as const

const idsOf = (images: ImageRecord[]) => images.map(({ id }) => id)

export function createBulkChanges(dependencies: Dependencies) {
  const { images, access, invalidation, clock, planOf, recordAct, rateLimits } = dependencies
  const { requireAllManaged, requireStillOwned, removeAll } = dependencies

  async function requireSection(linkId: string, sectionId: SectionId) {
    if (sectionId && (await images.findSection(sectionId))?.linkId !== linkId) throw foreignSection()
  }

  /** The section may have been deleted in the meantime. Its images have no section then. */
  const findSection = async (tx: ImageTransaction, sectionId: SectionId) =>
    (sectionId && (await tx.findSection(sectionId))) || null

  async function moveAll(viewer: Viewer, found: ImageRecord[], linkId: string, sectionId: SectionId) {
    const target = requireRole(await access.findFacts(linkId), viewer, 'editor')
    const { userId } = target
    if (found.some(({ link }) => !isOwner(link, { userId }))) throw forbidden('editor')
    await requireSection(linkId, sectionId)
    const isThere = (image: ImageRecord) => image.link.id === target.id
    const moving = found.filter(
      (image) => !isThere(image) || (sectionId !== undefined && image.sectionId !== sectionId),
    )
    if (moving.length === 0) return
    await images.transaction(async (tx) => {
      await tx.lockUsage(userId)
      const present = await requireStillOwned(tx, userId, moving)
      const now = instantNow(clock)
      const arriving = present.filter((image) => image.linkId !== target.id)
      const first = await tx.takePositions(target, arriving.length, now, present.length)
      if (first === undefined) throw new AppError('NOT_FOUND', 'Link not found')
      await tx.place(target.id, idsOf(moving), first, await findSection(tx, sectionId))
      if (arriving.length > 0) await tx.notifyWebhooks(target, arriving, now)
      for (const [sourceId, ofLink] of Map.groupBy(arriving, (image) => image.linkId)) {
        await tx.takePositions({ id: sourceId, userId }, -ofLink.length, now)
        await tx.replaceMissingCover(sourceId)
      }
      const isOrderChanged = arriving.length < present.length
      await (isOrderChanged ? tx.refreshCover(target.id) : tx.replaceMissingCover(target.id))
    })
    for (const id of new Set([target.id, ...moving.map((image) => image.link.id)])) invalidation.invalidate(id)
  }

  /** Returns the IDs of the copies, in order. */
  async function copyAll(viewer: Viewer, found: ImageRecord[], linkId: string, sectionId: SectionId) {
    const link = await access.findFacts(linkId)
    if (!link || !isAtLeast(roleOn(link, viewer), 'editor')) throw foreignLink()
    requireLinkOfKey(link, viewer)
    const { userId } = link
    if (found.some((image) => !isOwner(image.link, { userId }))) throw foreignLink()
    if (found.some((image) => image.link.id === link.id)) {
      throw invalidField('linkId', "Choose another link. Images can't be copied to the link they're in.")
    }
    await requireSection(linkId, sectionId)
    const plan = await planOf(userId)
    const { imageLimit } = plan
    await requireTrashRoom(images, userId, plan)
    const { retryAfterSeconds, giveBack } = await rateLimits.copies.take({ account: viewer.userId }, found.length)
    if (retryAfterSeconds > 0) throw rateLimits.copies.error(retryAfterSeconds)
    const copies = found.map(({ id, fileName, guest, addedBy }) => ({
      ...{ id: newId(), of: id, fileName },
      addedBy: guest?.name ?? addedBy,
    }))
    const copying = images.transaction(async (tx) => {
      const taken = { images: copies.length, bytes: 0 }
      const hasPlaces = await tx.takePlaces(userId, taken, { images: imageLimit, bytes: null })
      await requireStillOwned(tx, userId, found)
      const now = instantNow(clock)
      const first = await tx.takePositions(link, copies.length, now)
      // Check the link first: a deleted account has no counters either, which would look like a reached limit.
      if (first === undefined) throw foreignLink()
      if (!hasPlaces) throw noRoomForCopies(imageLimit, await tx.usageOf(userId))
      await tx.insertCopies(copies, { linkId: link.id, section: await findSection(tx, sectionId), first, now })
      await tx.notifyWebhooks(link, copies, now)
      await tx.replaceMissingCover(link.id)
    })
    await copying.catch(async (error) => {
      // After any other error, the transaction may have been committed.
      if (error instanceof AppError) await giveBack()
      throw error
    })
    invalidation.invalidate(link.id)
    return copies.map(({ id }) => id)
  }

  /** Images that are already in the section keep their places. */
  async function setSection(userId: string, found: ImageRecord[], sectionId: string | null) {
    for (const linkId of new Set(found.map((image) => image.link.id))) await requireSection(linkId, sectionId)
    const filed = found.filter((image) => image.sectionId !== sectionId)
    if (filed.length === 0) return
    const byLink = Map.groupBy(filed, (image) => image.link.id)
    await images.transaction(async (tx) => {
      await tx.lockUsage(userId)
      const linkOf = new Map((await requireStillOwned(tx, userId, filed)).map((image) => [image.id, image.linkId]))
      if (filed.some(({ id, link }) => linkOf.get(id) !== link.id)) throw foreignSection()
      const section = await findSection(tx, sectionId)
      for (const [linkId, ofLink] of byLink) {
        const link = { id: linkId, userId }
        const first = await tx.takePositions(link, 0, instantNow(clock), ofLink.length)
        if (first !== undefined) await tx.place(linkId, idsOf(ofLink), first, section)
        await tx.refreshCover(linkId)
      }
    })
    for (const linkId of byLink.keys()) invalidation.invalidate(linkId)
  }

  async function changeAll(viewer: Viewer, { action, imageIds, linkId, sectionId }: BulkAction) {
    const byId = new Map((await requireAllManaged(viewer, imageIds)).map((image) => [image.id, image]))
    const found = [...new Set(imageIds)].flatMap((id) => byId.get(id) ?? [])
    const done = found.length
    const ownerId = found[0]?.link.userId ?? viewer.userId
    if (action === 'delete') await removeAll(ownerId, found)
    else if (action === 'section') {
      if (sectionId === undefined) throw invalidField('sectionId', 'Choose a section')
      await setSection(ownerId, found, sectionId)
    } else {
      if (linkId === undefined) throw invalidField('linkId', `Choose the link to ${action} to`)
      if (action === 'copy') {
        const copies = await copyAll(viewer, found, linkId, sectionId)
        await recordAct(viewer, { id: linkId, userId: ownerId }, 'added', done)
        return { done, imageIds: copies }
      }
      await moveAll(viewer, found, linkId, sectionId)
    }
    for (const [id, ofLink] of Map.groupBy(found, (image) => image.link.id)) {
      await recordAct(viewer, { id, userId: ownerId }, actOf[action], ofLink.length)
    }
    return { done }
  }

  return async (viewer: Viewer, bulkAction: BulkAction) => {
    try {
      return await changeAll(viewer, bulkAction)
    } catch (error) {
      // Clients of the older actions rely on 403 and 404.
      const isOlder = bulkAction.action === 'delete' || bulkAction.action === 'move'
      throw !isOlder && isMissing(error) ? invalidField('imageIds', 'One of these images no longer exists') : error
    }
  }
}

const isMissing = (error: unknown) =>
  error instanceof AppError &&
  !(error instanceof RoleTooWeak) &&
  (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')

const foreignLink = () => invalidField('linkId', 'Choose one of your links')

const foreignSection = () => invalidField('sectionId', 'Section must be a section of this link')

function noRoomForCopies(limit: number | null, used: { images: number }) {
  const left = Math.max(0, (limit ?? 0) - used.images)
  const room = left === 0 ? 'no more images' : left === 1 ? 'only 1 more image' : `only ${left} more images`
  return new AppError('IMAGE_LIMIT_REACHED', `You have room for ${room}. Copy fewer, or delete some first.`)
}
