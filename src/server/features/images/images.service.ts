import type { AccessService } from '#server/features/access/access.service.ts'
import { isOpenToAll, isOwner, type Pass, requireOwner, uncheckedAccess } from '#server/features/access/link-access.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { createBatchedRead } from '#server/platform/concurrency/batched-read.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { BulkAction, ImageChange } from '#shared/image-forms.ts'
import type { Image } from '#shared/images.ts'
import type { DownloadSize } from '#shared/media.ts'
import { fileOfSize, keyOf } from './image-files.ts'
import { createImagePresenter, type ViewContext, withOwner } from './image-presenter.ts'
import { createPreviews } from './image-previews.ts'
import type { ImageMedia, ImageRecord } from './image-rows.ts'
import type { ImageRepository } from './images.repository.ts'

type Dependencies = {
  images: ImageRepository
  access: AccessService
  mediaUrls: MediaUrlService
  invalidation: Invalidation
  clock: Clock
  /** Runs due deletions now instead of at the next interval. */
  onDeletionScheduled: () => void
}

export function createImageService(dependencies: Dependencies) {
  const { images, access, mediaUrls, invalidation, clock, onDeletionScheduled } = dependencies
  const present = createImagePresenter(mediaUrls)

  /** Images that need approval exist only for the owner and the guest who added them. */
  async function requireVisible(caller: Caller, id: string) {
    const image = (await images.find(id)) ?? (await images.findWaiting(id))
    if (!image) throw imageNotFound()
    const { link, guest } = image
    const adder = await access.findAdder(guest, link, caller)
    const isOwners = isOwner(link, caller.viewer) && caller.previewAs === undefined
    if (image.state === 'waiting' && !isOwners && !adder) throw imageNotFound()
    const given = await access.require(link, caller)
    if (given.sees === 'own' && !adder) throw imageNotFound()
    return { image, given, adder }
  }

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

  /** Rereads the image, to include changes just made. */
  async function presentOwn(viewer: Viewer, id: string) {
    const image = await images.find(id)
    if (!image) throw imageNotFound()
    const now = clock.now()
    return present(image, { ...uncheckedAccess(image.link, viewer, now), viewer, now })
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
  async function removeAll(userId: string, found: ImageRecord[], guestId?: string) {
    await images.transaction(async (tx) => {
      await tx.lockUsage(userId)
      const present = await requireStillOwned(tx, userId, found)
      if (guestId !== undefined && present.some(({ guest }) => guest?.id !== guestId)) throw imageNotFound()
      await tx.freePlaces(userId, await tx.remove(present.map((image) => image.id)))
      for (const [linkId, ofLink] of Map.groupBy(present, (image) => image.link.id)) {
        await tx.takePositions({ id: linkId, userId }, -ofLink.length, instantNow(clock))
        await tx.refreshCover(linkId)
      }
    })
    invalidateLinks(found)
    onDeletionScheduled()
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

  const invalidateLinks = (changed: ImageRecord[]) => {
    for (const image of changed) invalidation.invalidate(image.link.id)
  }

  /** Returns the number of images that still needed approval. */
  async function rejectAll(link: { id: string; userId: string }, ids: string[]) {
    const removed = await images.transaction(async (tx) => {
      await tx.lockUsage(link.userId)
      const freed = await tx.removeWaiting(link.id, ids)
      await tx.freePlaces(link.userId, freed)
      return freed.images
    })
    if (removed > 0) {
      invalidation.invalidate(link.id)
      onDeletionScheduled()
    }
    return removed
  }

  const toMedia = ({ id, link, files, fileName, coverFocus, camera, state, guest }: ImageRecord): ImageMedia => ({
    link,
    state,
    guest,
    // V8 looks up an existing string faster than a newly concatenated one, so build the keys only once.
    files: files.map((file) => ({ ...file, key: keyOf(id, file.name) })),
    fileName,
    coverFocus,
    showsCamera: link.cameraDetails && camera !== null,
  })
  const mediaById = (found: ImageRecord[]) => new Map(found.map((image) => [image.id, toMedia(image)]))

  return {
    async requireAccess(caller: Caller, imageId: string) {
      const { image, given } = await requireVisible(caller, imageId)
      if (image.state === 'waiting') throw given.role === 'owner' ? approveFirst() : imageNotFound()
      return { image, ...given, link: image.link }
    },

    findMedia: createBatchedRead<ImageMedia>(async (ids) => mediaById(await images.listMany(ids))),

    /** Includes images that need approval. */
    findAnyMedia: createBatchedRead<ImageMedia>(async (ids) => {
      const shown = await images.listMany(ids)
      if (shown.length === ids.length) return mediaById(shown)
      const known = new Set(shown.map(({ id }) => id))
      return mediaById([...shown, ...(await images.listWaiting(ids.filter((id) => !known.has(id))))])
    }),

    findCameraPatch: async (id: string) => (await images.findCameraPatch(id)) ?? images.findWaitingPatch(id),

    /** The caller must check access first. */
    async listSized(linkId: string, size: DownloadSize) {
      return (await images.listOf(linkId)).flatMap(({ id, fileName, takenAt, createdAt, files }) => {
        const file = fileOfSize(files, size)
        return file ? [{ id, fileName, type: file.type, bytes: file.bytes, madeAt: takenAt ?? createdAt }] : []
      })
    },

    keyOf,
    fileOfSize,

    async requireOriginal(viewer: Viewer, id: string) {
      const image = (await images.find(id)) ?? (await images.findWaiting(id))
      if (!image || (image.state === 'waiting' && !isOwner(image.link, viewer))) throw imageNotFound()
      requireOwner(image.link, viewer)
      const { files, fileName } = image
      const original = files.find((file) => file.kind === 'original')
      // Of a guest's image, only the full size is kept.
      const kept = original ?? fileOfSize(files, 'full')
      if (!kept) throw imageNotFound()
      return { fileName, type: kept.type, key: keyOf(id, kept.name), cameraOf: original ? undefined : id }
    },

    async getOwn(viewer: Viewer, id: string) {
      await requireOwn(viewer, id)
      return presentOwn(viewer, id)
    },

    async open(caller: Caller, id: string): Promise<{ image: Image; pass: Pass | undefined }> {
      const { image, given, adder } = await requireVisible(caller, id)
      const shown = present(image, { ...given, viewer: caller.viewer, now: clock.now(), adder })
      return { image: withOwner(image, given, shown), pass: given.pass }
    },

    /** Returns the image as an anonymous visitor sees it. `image` is undefined if the link isn't public. */
    async findOpen(id: string) {
      const record = await images.find(id)
      if (!record) return undefined
      const now = clock.now()
      if (!isOpenToAll(record.link, now)) return { link: record.link, image: undefined }
      const given = uncheckedAccess(record.link, undefined, now)
      const image = withOwner(record, given, present(record, { ...given, viewer: undefined, now }))
      return { link: record.link, image }
    },

    /** The caller must check access first and pass the result as `view`. */
    async listOf(linkId: string, view: ViewContext) {
      return (await images.listOf(linkId)).map((image) => present(image, view))
    },

    /** The caller must check access first. */
    async listForWall(linkId: string, order: 'newest' | 'gallery', limit: number, view: ViewContext) {
      return (await images.listFirst(linkId, order, limit)).map((image) => present(image, view))
    },

    listIds: images.listIds,

    async list(caller: Caller, linkId: string) {
      const given = await access.require(await access.findFacts(linkId), caller)
      if (given.sees === 'own') return []
      const view = { ...given, viewer: caller.viewer, now: clock.now() }
      return (await images.listOf(linkId)).map((image) => present(image, view))
    },

    previewsOf: createPreviews({ images, present, clock }),

    /** Presents images that one guest added, in the order of `ids`. The caller must check access first. */
    async listAdded(ids: string[], view: ViewContext) {
      if (ids.length === 0) return []
      const found = [...(await images.listMany(ids)), ...(await images.listWaiting(ids))]
      const byId = new Map(found.map((image) => [image.id, image]))
      return ids.flatMap((id) => byId.get(id) ?? []).map((image) => present(image, view))
    },

    /** Includes the size of the full-size file. Omits images that aren't the viewer's own. */
    async listForOwner(viewer: Viewer, ids: string[], state: Image['state']) {
      const found = ids.length === 0 ? [] : await (state === 'waiting' ? images.listWaiting(ids) : images.listMany(ids))
      const now = clock.now()
      return new Map(
        found
          .filter(({ link }) => isOwner(link, viewer))
          .map((image) => {
            const shown = present(image, { ...uncheckedAccess(image.link, viewer, now), viewer, now })
            return [image.id, { ...shown, fileSize: fileOfSize(image.files, 'full')?.bytes ?? 0 }]
          }),
      )
    },

    /** Omits images that aren't the viewer's own. */
    async showOwn(viewer: Viewer, ids: string[]) {
      const found = ids.length === 0 ? [] : await images.listMany(ids)
      const own = found.filter((image) => isOwner(image.link, viewer))
      const now = clock.now()
      return new Map(
        own.map((image) => [image.id, present(image, { ...uncheckedAccess(image.link, viewer, now), viewer, now })]),
      )
    },

    async update(viewer: Viewer, id: string, change: ImageChange) {
      const image = await requireOwn(viewer, id)
      await images.update(id, change)
      invalidateLinks([image])
      return presentOwn(viewer, id)
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
      return presentOwn(viewer, id)
    },

    rejectAll,

    /** Also lets guests take back what they added. */
    async remove(caller: Caller, id: string) {
      const { viewer } = caller
      const found = (await images.find(id)) ?? (await images.findWaiting(id))
      const adder = found && (await access.findAdder(found.guest, found.link, caller))
      if (!found || !adder) {
        if (!viewer) throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
        if (!found || (found.state === 'waiting' && !isOwner(found.link, viewer))) throw imageNotFound()
        requireOwner(found.link, viewer)
      }
      const { link, guest, state } = found
      if (state === 'waiting' && (await rejectAll(link, [id])) > 0) return
      // The image may have just been approved.
      const shown = state === 'shown' ? found : await images.find(id)
      if (!shown) throw imageNotFound()
      await removeAll(link.userId, [shown], adder && guest?.id)
    },

    async change(viewer: Viewer, { action, imageIds, linkId }: BulkAction) {
      const found = await requireAllOwn(viewer, imageIds)
      const inOrder = imageIds.flatMap((id) => found.filter((image) => image.id === id).slice(0, 1))
      const unique = [...new Set(inOrder)]
      if (action === 'delete') await removeAll(viewer.userId, unique)
      else if (linkId === undefined) throw invalidField('linkId', 'Choose the link to move to')
      else await moveAll(viewer, unique, linkId)
      return unique.length
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
        await tx.place(linkId, imageIds, 1)
        await tx.refreshCover(linkId)
      })
      invalidation.invalidate(linkId)
    },
  }
}
export type ImageService = ReturnType<typeof createImageService>

const approveFirst = () => new AppError('VALIDATION_FAILED', 'Approve this photo first')

const imageNotFound = () => new AppError('NOT_FOUND', 'Image not found')
