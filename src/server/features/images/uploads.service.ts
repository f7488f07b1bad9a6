import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import { forbidden, linkNotFound, requireRole } from '#server/features/access/link-access.ts'
import { isAtLeast, roleOn } from '#server/features/access/roles.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantIn, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { ImageRefused } from '#server/platform/images/image-header.ts'
import type { ImageProcessor, PreparedImage } from '#server/platform/images/image-processor.ts'
import { WorkerLost } from '#server/platform/images/worker-process.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { UploadFields } from '#shared/image-forms.ts'
import { maxSetLimit } from '#shared/limits.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { uploadGraceMs } from './file-deletions.service.ts'
import { bytesOf, filesOf, hashesOf, keyOf, prefixOf } from './image-files.ts'
import { explainQueue, isFull, limitReached, noDiskRoom, requireTrashRoom, roomIn } from './image-limits.ts'
import type { NewImage } from './image-rows.ts'
import type { ImageRepository, ImageTransaction } from './images.repository.ts'
import type { MarkedImageService } from './marked-images.service.ts'

type Dependencies = {
  images: ImageRepository
  access: Pick<AccessService, 'findFacts'>
  imageProcessor: ImageProcessor
  markedImages: Pick<MarkedImageService, 'ensure'>
  storage: Storage
  planOf: (userId: string) => Promise<CatalogPlan>
  hasDiskSpace: () => Promise<boolean>
  invalidation: Invalidation
  clock: Clock
  recordAct: RecordAct
  onDeletionScheduled: () => void
}

/** A complete file in a temporary location. The caller deletes it. */
export type ReceivedFile = { path: string; fileName: string }

/** An image whose files are stored, but which has no row yet. */
export type StoredImage = Omit<NewImage, 'linkId' | 'userId' | 'title' | 'description' | 'guestId'> & {
  bytes: number
  /** The prefix of the files, whose deletion is scheduled. */
  prefix: string
}

type StoreOptions = {
  /** Whose queue and whose waste this is: the owner's, a collaborator's or a guest's. */
  workFor: string
  /** If false, only the full size is kept. */
  keepsOriginal: boolean
  signal: AbortSignal
}

type CommitOptions = Pick<UploadFields, 'sectionId'> & { isCover: boolean; key: string | undefined; plan: CatalogPlan }

export function createUploadService(dependencies: Dependencies) {
  const { images, access, imageProcessor, markedImages, storage, planOf, hasDiskSpace, invalidation } = dependencies
  const { clock, recordAct, onDeletionScheduled } = dependencies

  async function requireLink(viewer: Viewer, linkId: string) {
    return requireRole(await access.findFacts(linkId), viewer, 'uploader')
  }

  async function prepare({ path, fileName }: ReceivedFile, { workFor, signal }: StoreOptions) {
    try {
      return await imageProcessor.prepare(path, { userId: workFor, signal })
    } catch (error) {
      if (error instanceof ImageRefused) {
        throw new AppError('UNSUPPORTED_IMAGE', `"${fileName}" can't be used: ${error.reason}.`)
      }
      if (error instanceof WorkerLost) {
        const sentence = `"${fileName}" couldn't be processed. Please try again.`
        throw new AppError('UNAVAILABLE', sentence, { retryAfterSeconds: 2 })
      }
      throw explainQueue(error)
    }
  }

  /** The collaborator may have been removed during the upload. */
  async function requireStillAllowed(tx: ImageTransaction, { linkId, userId, adderId }: NewImage) {
    if (adderId === undefined) return
    const adder = { userId: adderId, sessionId: '', collaborations: await tx.listCollaborationsOf(adderId) }
    const role = roleOn({ id: linkId, userId }, adder)
    if (!isAtLeast(role, 'uploader')) throw forbidden(role)
  }

  /**
   * Inserts the row, updates counters and cover, and cancels the scheduled deletion, in one transaction. If the same
   * upload was already committed, returns the ID of that image.
   */
  async function commit(image: NewImage, { isCover, sectionId, key, plan }: CommitOptions) {
    try {
      await images.transaction(async (tx) => {
        const bytes = bytesOf(image.files)
        const hasPlace = await tx.takePlaces(image.userId, { images: 1, bytes }, roomIn(plan))
        const position = await tx.takePositions({ id: image.linkId, userId: image.userId }, 1, image.createdAt)
        // Check the link first: a deleted account has no counters either, which would look like a reached limit.
        if (position === undefined) throw new AppError('NOT_FOUND', 'Link not found')
        await requireStillAllowed(tx, image)
        if (!hasPlace) throw limitReached(plan, await tx.usageOf(image.userId))
        await tx.insert(image, position, sectionId ? await tx.findSection(sectionId) : undefined)
        if (image.cameraPatch) await tx.insertCameraPatch(image.id, image.cameraPatch)
        if (key !== undefined && !(await tx.claimUploadKey(image.linkId, key, image.id))) throw new UploadedBefore()
        if (isCover) await tx.setCover(image.linkId, image.id, image.createdAt)
        else await tx.replaceMissingCover(image.linkId)
        if (!(await tx.cancelDeletion(prefixOf(image.id)))) throw tookTooLong()
      })
      return image.id
    } catch (error) {
      // The same upload, sent twice, can fail any of these checks. Return the first image instead.
      const first = key !== undefined && (await images.findUpload(image.linkId, key))
      if (first) return first
      throw error
    }
  }

  /** Imports an image that needs approval. Returns the ID of the first one with this key. */
  const commitWaiting = (image: NewImage, name: string, key: string | undefined, plan: CatalogPlan) =>
    images.transaction(async (tx) => {
      const { linkId, userId, createdAt } = image
      await tx.lockUsage(userId)
      const guestId = await tx.insertImportedGuest(linkId, name, createdAt)
      if (guestId === undefined) throw new AppError('FORBIDDEN', 'This link has reached its guest limit.')
      const first = await tx.findRepeat(linkId, guestId, { key })
      if (first) return first
      if (!(await tx.takePlaces(userId, { images: 1, bytes: bytesOf(image.files) }, roomIn(plan)))) {
        throw limitReached(plan, await tx.usageOf(userId))
      }
      await tx.insertWaiting({ ...image, guestId }, key)
      const unlimited = { perGuest: maxSetLimit, perLink: maxSetLimit }
      await tx.countGuestImage({ guestId, linkId, isWaiting: true, now: createdAt }, unlimited)
      if (!(await tx.cancelDeletion(prefixOf(image.id)))) throw tookTooLong()
      return image.id
    })

  async function storePicture(
    picture: PreparedImage,
    received: ReceivedFile,
    { keepsOriginal }: StoreOptions,
    commit: (image: StoredImage) => Promise<string>,
  ) {
    const id = newId()
    const files = filesOf(picture, keepsOriginal ? received.path : undefined)
    await images.scheduleDeletion(prefixOf(id), instantIn(clock, uploadGraceMs))
    try {
      await storage.put(files.map(({ name, path }) => ({ key: keyOf(id, name), body: { path } })))
      const image = {
        id,
        fileName: received.fileName,
        takenAt: picture.takenAt,
        takenOffset: picture.takenOffset,
        camera: picture.camera,
        cameraPatch: picture.cameraPatch,
        width: picture.width,
        height: picture.height,
        placeholder: picture.placeholder,
        isAnimated: picture.isAnimated,
        files: files.map(({ path: _path, sha256: _sha256, contentType, ...file }) => ({ ...file, type: contentType })),
        fileHashes: hashesOf(files),
        bytes: bytesOf(files),
        prefix: prefixOf(id),
        receivedHash: picture.original.sha256,
        createdAt: instantNow(clock),
      }
      const storedId = await commit(image)
      if (storedId !== id) await clear(prefixOf(id))
      return storedId
    } catch (error) {
      await clear(prefixOf(id), { isRefused: error instanceof AppError })
      throw error
    }
  }

  /** Reads the link after the commit, so a watermark that's turned on in the meantime finds the image in its list. */
  async function addMark(id: string) {
    const image = await images.findAny(id)
    if (!image?.link.mark) return
    // The image is stored. A mark that couldn't be made is made when a visitor asks for the file.
    await markedImages.ensure({ ...image, linkId: image.link.id }, image.link.mark).catch(() => {})
  }

  /** Throws if the account or the disk has no room for a file of this size. */
  async function requireSpace(userId: string, bytes = 0) {
    const plan = await planOf(userId)
    const used = await images.usageOf(userId)
    const room = roomIn(plan)
    if (isFull(used.images, room.images) || isFull(used.bytes + bytes, room.bytes)) throw limitReached(plan, used)
    await requireTrashRoom(images, userId, plan)
    if (!(await hasDiskSpace())) throw noDiskRoom()
  }

  function requireQueue(workFor: string) {
    try {
      imageProcessor.expectUpload(workFor)
    } catch (error) {
      throw explainQueue(error)
    }
  }

  /**
   * Creates and stores the files of an image, then calls `commit`, which inserts its row, cancels the scheduled deletion
   * of the files, and returns the ID of the stored image. The files of a failed upload are deleted in the background.
   */
  async function storeFiles(
    received: ReceivedFile,
    options: StoreOptions,
    commit: (image: StoredImage) => Promise<string>,
  ) {
    const picture = await prepare(received, options)
    try {
      const id = await storePicture(picture, received, options, commit)
      await addMark(id)
      return id
    } finally {
      await picture.discard()
    }
  }

  return {
    /** Throws if the user can't add an image of this size to this link. Call it before reading the request body. */
    async requireRoom(viewer: Viewer, linkId: string, bytes = 0) {
      const link = await requireLink(viewer, linkId)
      await requireSpace(link.userId, bytes)
      requireQueue(viewer.userId)
    },

    requireSpace,
    requireQueue,
    storeFiles,
    limitsOf: async (userId: string) => roomIn(await planOf(userId)),

    async findUpload(viewer: Viewer, linkId: string, key: string) {
      await requireLink(viewer, linkId)
      return images.findUpload(linkId, key)
    },

    /** Returns the images that were uploaded with these keys, and the link. */
    async listKnown(viewer: Viewer, linkId: string, keys: string[]) {
      await requireLink(viewer, linkId)
      const [link, known] = await Promise.all([images.findLinkNames(linkId), images.listUploads(linkId, keys)])
      if (!link) throw linkNotFound()
      return { link, known }
    },

    /** Returns the image's ID once everything is durable. */
    async store(
      viewer: Viewer,
      linkId: string,
      received: ReceivedFile,
      options: { fields: UploadFields; key: string | undefined; signal: AbortSignal },
    ) {
      const { fields, key, signal } = options
      const link = await requireLink(viewer, linkId)
      const { userId } = link
      const role = roleOn(link, viewer)
      const { title, description, isCoverImage, takenAt = null, sectionId } = fields
      const isCover = (isCoverImage === 'true' || isCoverImage === 'on') && isAtLeast(role, 'editor')
      // Only the owner imports images that guests added elsewhere.
      const { addedBy, state } = role === 'owner' ? fields : { addedBy: undefined, state: 'shown' }
      const adderId = role === 'owner' ? undefined : viewer.userId
      const keepsOriginal = addedBy === undefined
      const id = await storeFiles(received, { workFor: viewer.userId, keepsOriginal, signal }, async (stored) => {
        const own = { linkId, userId, title, description, guestId: null, addedBy, adderId }
        const image = { ...stored, ...own, takenAt: stored.takenAt ?? takenAt }
        const plan = await planOf(userId)
        const id = await (state === 'waiting'
          ? commitWaiting(image, addedBy ?? '', key, plan)
          : commit(image, { isCover, sectionId, key, plan }))
        invalidation.invalidate(linkId)
        return id
      })
      await recordAct(viewer, link, 'added')
      return id
    },
  }

  /**
   * A rejected upload was never committed, so its files can be deleted. After any other error, the commit may have
   * succeeded and canceled the scheduled deletion. In that case the files are kept.
   */
  async function clear(prefix: string, { isRefused = false } = {}) {
    try {
      await (isRefused ? images.scheduleDeletion(prefix, '') : images.makeDeletionDue(prefix))
      onDeletionScheduled()
    } catch {
      // The database may be down. The files are deleted after the grace period anyway.
    }
  }
}
export type UploadService = ReturnType<typeof createUploadService>

const tookTooLong = () => new AppError('UNAVAILABLE', 'Saving the image took too long. Please try again.')

class UploadedBefore extends Error {}
