import { isOpenToAll, requireAccess, requireOwner } from '#server/features/access/link-access.ts'
import type { MediaAddressService } from '#server/features/access/media-addresses.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { BulkAction, Image, ImageChange } from '#shared/images.ts'
import { keyOf } from './image-files.ts'
import { createImagePresenter, type Look } from './image-presenter.ts'
import type { ImageRecord } from './image-rows.ts'
import type { ImageRepository } from './images.repository.ts'

type Dependencies = {
  images: ImageRepository
  addresses: MediaAddressService
  invalidation: Invalidation
  clock: Clock
  /** Told when files are doomed, so that they go soon. */
  onDoomed: () => void
}

export function createImageService({ images, addresses, invalidation, clock, onDoomed }: Dependencies) {
  const present = createImagePresenter(addresses)
  const lookOf = (viewer: Viewer | undefined, image: ImageRecord): Look => {
    const now = clock.now()
    return { viewer, now, role: requireAccess(image.link, { viewer, now }).role }
  }

  async function requireImage(id: string) {
    const image = await images.find(id)
    if (!image) throw imageNotFound()
    return image
  }

  async function requireOwn(viewer: Viewer, id: string) {
    const image = await requireImage(id)
    requireOwner(image.link, viewer)
    return image
  }

  /** Read again after a change, as its owner sees it. */
  async function presentOwn(viewer: Viewer, id: string) {
    return present(await requireImage(id), { viewer, role: 'owner', now: clock.now() })
  }

  /** All of them or none: one that is gone or somebody else's stops the whole. */
  async function requireAllOwn(viewer: Viewer, ids: string[]) {
    const wanted = [...new Set(ids)]
    const found = await images.listMany(wanted)
    if (found.length < wanted.length) throw imageNotFound()
    for (const image of found) requireOwner(image.link, viewer)
    return found
  }

  async function removeAll(viewer: Viewer, found: ImageRecord[]) {
    await images.transaction(async (tx) => {
      await tx.changeUsage(viewer.userId, 0)
      // Read again: since then one may have moved.
      const present = await tx.listMany(found.map((image) => image.id))
      if (present.length < found.length) throw imageNotFound()
      await tx.remove(present.map((image) => image.id))
      await tx.changeUsage(viewer.userId, -present.length)
      for (const [linkId, ofLink] of Map.groupBy(present, (image) => image.link.id)) {
        await tx.takePositions(linkId, -ofLink.length, instantNow(clock))
        await tx.passCoverOn(linkId)
      }
    })
    noteChanges(found)
    onDoomed()
  }

  async function moveAll(viewer: Viewer, found: ImageRecord[], linkId: string) {
    const target = requireOwner(await images.findLink(linkId), viewer)
    const moving = found.filter((image) => image.link.id !== target.id)
    if (moving.length === 0) return
    await images.transaction(async (tx) => {
      await tx.changeUsage(viewer.userId, 0)
      const present = await tx.listMany(moving.map((image) => image.id))
      if (present.length < moving.length) throw imageNotFound()
      const now = instantNow(clock)
      const first = await tx.takePositions(target.id, present.length, now)
      if (first === undefined) throw new AppError('NOT_FOUND', 'Link not found')
      await tx.place(
        target.id,
        moving.map((image) => image.id),
        first,
      )
      for (const [sourceId, ofLink] of Map.groupBy(present, (image) => image.link.id)) {
        await tx.takePositions(sourceId, -ofLink.length, now)
        await tx.passCoverOn(sourceId)
      }
      await tx.passCoverOn(target.id)
    })
    noteChanges(moving)
    invalidation.invalidate(target.id)
  }

  const noteChanges = (changed: ImageRecord[]) => {
    for (const image of changed) invalidation.invalidate(image.link.id)
  }

  return {
    /** Who the viewer is to an image; throws when the link it belongs to is closed to them. */
    async requireAccess(viewer: Viewer | undefined, imageId: string) {
      const image = await requireImage(imageId)
      return { image, role: lookOf(viewer, image).role }
    },

    /** What serving an image's files needs to know of it. */
    async findMedia(id: string): Promise<Pick<ImageRecord, 'link' | 'files' | 'fileName' | 'coverFocus'> | undefined> {
      const image = await images.find(id)
      return image && { link: image.link, files: image.files, fileName: image.fileName, coverFocus: image.coverFocus }
    },

    /** The full sizes of a link's images in gallery order, for whoever was let in already. */
    async listFull(linkId: string) {
      return (await images.listOf(linkId)).flatMap(({ id, fileName, takenAt, createdAt, files }) => {
        const full = files.find((file) => file.kind === 'full')
        return full ? [{ id, fileName, type: full.type, bytes: full.bytes, madeAt: takenAt ?? createdAt }] : []
      })
    },

    keyOf,

    async requireOriginal(viewer: Viewer, id: string) {
      const { files, fileName } = await requireOwn(viewer, id)
      const original = files.find((file) => file.kind === 'original')
      if (!original) throw imageNotFound()
      return { fileName, type: original.type, key: keyOf(id, original.name) }
    },

    async get(viewer: Viewer | undefined, id: string): Promise<Image> {
      const image = await requireImage(id)
      return present(image, lookOf(viewer, image))
    },

    /** As any visitor sees it, with its link; without it where that is not open to all. */
    async findOpen(id: string) {
      const record = await images.find(id)
      if (!record) return undefined
      const now = clock.now()
      const isOpen = isOpenToAll(record.link, now)
      return {
        link: record.link,
        image: isOpen ? present(record, { viewer: undefined, role: 'visitor', now }) : undefined,
      }
    },

    /** Whoever asks has been let in already: the look says as whom. */
    async listOf(linkId: string, look: Look) {
      return (await images.listOf(linkId)).map((image) => present(image, look))
    },

    /** In gallery order, for whoever was let in already. */
    listIds: images.listIds,

    async list(viewer: Viewer | undefined, linkId: string) {
      const now = clock.now()
      const { link, role } = requireAccess(await images.findLink(linkId), { viewer, now })
      return (await images.listOf(link.id)).map((image) => present(image, { viewer, role, now }))
    },

    /** Cover and next three of each link, by link. */
    async previewsOf(linkIds: string[], viewer: Viewer | undefined) {
      const now = clock.now()
      const found = await images.listPreviews(linkIds)
      const shown = found.map((image) => {
        const role = image.link.userId === viewer?.userId ? 'owner' : 'visitor'
        return present(image, { viewer, now, role })
      })
      return Map.groupBy(shown, (image) => image.link._id)
    },

    /** Those of the images that are the viewer's own, by id. */
    async showOwn(viewer: Viewer, ids: string[]) {
      const look = { viewer, role: 'owner', now: clock.now() } as const
      const found = ids.length === 0 ? [] : await images.listMany(ids)
      const own = found.filter((image) => image.link.userId === viewer.userId)
      return new Map(own.map((image) => [image.id, present(image, look)]))
    },

    async update(viewer: Viewer, id: string, change: ImageChange) {
      const image = await requireOwn(viewer, id)
      await images.update(id, change)
      noteChanges([image])
      return presentOwn(viewer, id)
    },

    async setCover(viewer: Viewer, id: string) {
      const { link } = await requireOwn(viewer, id)
      await images.transaction(async (tx) => {
        await tx.changeUsage(viewer.userId, 0)
        const image = await tx.find(id)
        if (!image) throw imageNotFound()
        await tx.setCover(image.link.id, id, instantNow(clock))
      })
      invalidation.invalidate(link.id)
      return presentOwn(viewer, id)
    },

    remove: async (viewer: Viewer, id: string) => removeAll(viewer, [await requireOwn(viewer, id)]),

    async change(viewer: Viewer, { action, imageIds, linkId }: BulkAction) {
      const found = await requireAllOwn(viewer, imageIds)
      const inOrder = imageIds.flatMap((id) => found.filter((image) => image.id === id).slice(0, 1))
      const unique = [...new Set(inOrder)]
      if (action === 'delete') await removeAll(viewer, unique)
      else if (linkId === undefined) throw invalidField('linkId', 'Choose the link to move to')
      else await moveAll(viewer, unique, linkId)
      return unique.length
    },

    /** Every image of the link once, in the order wanted. */
    async reorder(viewer: Viewer, linkId: string, imageIds: string[]) {
      requireOwner(await images.findLink(linkId), viewer)
      await images.transaction(async (tx) => {
        await tx.changeUsage(viewer.userId, 0)
        const there = new Set((await tx.listOf(linkId)).map((image) => image.id))
        const isWhole = imageIds.length === there.size && new Set(imageIds).size === there.size
        if (!isWhole || !imageIds.every((id) => there.has(id))) {
          throw invalidField('imageIds', 'Name every image of the link exactly once')
        }
        await tx.place(linkId, imageIds, 1)
        await tx.passCoverOn(linkId)
      })
      invalidation.invalidate(linkId)
    },
  }
}
export type ImageService = ReturnType<typeof createImageService>

const imageNotFound = () => new AppError('NOT_FOUND', 'Image not found')
