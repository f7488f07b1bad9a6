import type { AccessService } from '#server/features/access/access.service.ts'
import { isOwner } from '#server/features/access/link-access.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { ReceivedFile, UploadService } from '#server/features/images/uploads.service.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import type { ResumableUpload } from './resumable-uploads.repository.ts'

type Dependencies = {
  uploads: UploadService
  images: ImageService
  access: Pick<AccessService, 'findFacts'>
}

type Stored = { id: string; isRepeat: boolean }

/** A client's own key can't contain a space, so it's never the key of an upload. */
const keyOf = ({ id }: ResumableUpload) => `upload ${id}`

/** The server can finish an upload without its owner's session. */
const ownerOf = (userId: string): Viewer => ({ userId, sessionId: '' })

/** Owners and guests have their own rules for adding images. */
export function createUploadCreators({ uploads, images, access }: Dependencies) {
  return {
    async isCreator({ creator, linkId }: ResumableUpload, { viewer }: Caller) {
      if (!viewer || !('userId' in creator) || creator.userId !== viewer.userId) return false
      const link = await access.findFacts(linkId)
      return link !== undefined && isOwner(link, viewer)
    },

    /** Throws if they can't add an image of this size to the link. */
    async requireRoom({ creator, linkId, length }: ResumableUpload) {
      if ('userId' in creator) await uploads.requireRoom(ownerOf(creator.userId), linkId, length)
    },

    /** Stores the image once, even if this is repeated after a crash. */
    async store(upload: ResumableUpload, received: ReceivedFile): Promise<Stored> {
      const { creator, linkId, metadata } = upload
      if (!('userId' in creator)) throw new Error('guests')
      const owner = ownerOf(creator.userId)
      const key = keyOf(upload)
      const before = await uploads.findUpload(owner, linkId, key)
      if (before) return { id: before, isRepeat: false }
      const signal = new AbortController().signal
      return { id: await uploads.store(owner, linkId, received, { fields: metadata, key, signal }), isRepeat: false }
    },

    /** Returns undefined if the image was deleted. */
    async findImage({ imageId }: ResumableUpload, { viewer }: Caller): Promise<Image | undefined> {
      if (imageId === null || !viewer) return undefined
      try {
        return await images.getOwn(viewer, imageId)
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined
        throw error
      }
    },
  }
}
export type UploadCreators = ReturnType<typeof createUploadCreators>
