import { safeParse } from 'zod/mini'
import type { AccessService } from '#server/features/access/access.service.ts'
import { isDeleted, requireLinkOfKey } from '#server/features/access/link-access.ts'
import { isOwner } from '#server/features/access/roles.ts'
import type { GuestUploadService } from '#server/features/guest-uploads/guest-uploads.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { ReceivedFile, UploadService } from '#server/features/images/uploads.service.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { guestUploadFields } from '#shared/guest-upload-forms.ts'
import { uploadFields } from '#shared/image-forms.ts'
import type { Image } from '#shared/images.ts'
import type { Creator, ResumableUpload, UploadFields } from './resumable-uploads.repository.ts'

type Dependencies = {
  uploads: UploadService
  guestUploads: GuestUploadService
  images: ImageService
  access: Pick<AccessService, 'findFacts'>
  findViewerOf: (userId: string) => Promise<Viewer>
}

/** `opened` is set if a new guest needs a pass. */
type Entered = {
  linkId: string
  creator: Creator
  passId: string | null
  fields: UploadFields
  opened?: { token: string; held: readonly string[] } | undefined
}

type Start = { caller: Caller; network: string; metadata: ReadonlyMap<string, string>; length: number }

/** A client's own key can't contain a space, so it's never the key of an upload. */
const keyOf = ({ id }: ResumableUpload) => `upload ${id}`

/** Owners, with their collaborators, and guests have their own rules for adding images. */
export function createUploadCreators({ uploads, guestUploads, images, access, findViewerOf }: Dependencies) {
  async function enterAsOwner({ caller: { viewer }, metadata, length }: Start, linkId: string): Promise<Entered> {
    if (!viewer) throw new AppError('UNAUTHENTICATED', 'Authentication token not found. Please login again.')
    if (!isReadable(linkId)) throw linkNotFound()
    const given = requireValid(safeParse(uploadFields, Object.fromEntries(metadata)))
    const { title, description, isCoverImage, takenAt, sectionId } = given
    await uploads.requireRoom(viewer, linkId, length)
    await images.requireSection(linkId, sectionId)
    const fields = { title, description, isCoverImage, ...(takenAt && { takenAt }), ...(sectionId && { sectionId }) }
    return { linkId, creator: { userId: viewer.userId }, passId: null, fields }
  }

  async function enterBySlug(start: Start, slug: string): Promise<Entered> {
    if (!isReadable(slug)) throw linkNotFound()
    const { name } = requireValid(safeParse(guestUploadFields, Object.fromEntries(start.metadata)))
    const request = { slug, caller: start.caller, client: { network: start.network } }
    const adding = await guestUploads.requireRoom(request, start.length)
    if (adding.role === 'owner') return enterAsOwner(start, adding.linkId)
    const { guestId, passId, opened } = await guestUploads.enter(request, name)
    return { linkId: adding.linkId, creator: { guestId }, passId, fields: { name }, opened }
  }

  async function storeAsOwner(upload: ResumableUpload, userId: string, received: ReceivedFile) {
    const { linkId, fields } = upload
    const key = keyOf(upload)
    const viewer = await findViewerOf(userId)
    const before = await uploads.findUpload(viewer, linkId, key)
    if (before) return before
    const { title = '', description = '', isCoverImage = '', takenAt, sectionId } = fields
    const signal = new AbortController().signal
    const shown = { title, description, isCoverImage, takenAt, sectionId, state: 'shown' as const }
    const options = { fields: shown, key, signal }
    return uploads.store(viewer, linkId, received, options)
  }

  async function storeAsGuest(upload: ResumableUpload, guestId: string, received: ReceivedFile, caller?: Caller) {
    const { linkId, passId, fields } = upload
    const key = keyOf(upload)
    const before = await guestUploads.findByKey({ linkId, guestId }, key)
    if (before) return { id: before, isRepeat: false }
    const signal = new AbortController().signal
    const recheck = () => guestUploads.recheck(caller ?? { passId }, linkId)
    const image = { linkId, guestId, name: fields.name ?? '' }
    return guestUploads.store(image, received, { key, signal, recheck })
  }

  return {
    /** Throws if the caller can't add an image of this size. Creates the guest if needed. */
    enter(start: Start): Promise<Entered> {
      const [linkId, slug] = [start.metadata.get('linkId'), start.metadata.get('slug')]
      if (linkId !== undefined && slug === undefined) return enterAsOwner(start, linkId)
      if (slug !== undefined && linkId === undefined) return enterBySlug(start, slug)
      throw invalidField('Upload-Metadata', 'Upload-Metadata must have either linkId or slug')
    },

    async isCreator({ creator, linkId }: ResumableUpload, caller: Caller) {
      if ('guestId' in creator) return guestUploads.isGuest(caller, { linkId, ...creator })
      if (creator.userId !== caller.viewer?.userId) return false
      const link = await access.findFacts(linkId)
      if (link) requireLinkOfKey(link, caller.viewer)
      // An API key only reaches its own account's links.
      if (link && caller.viewer.key && !isOwner(link, caller.viewer)) return false
      return link !== undefined && !isDeleted(link)
    },

    /** Throws if a guest can't add images to the link anymore. */
    async requireStillAdding({ creator, linkId }: ResumableUpload, caller: Caller) {
      if ('guestId' in creator) await guestUploads.requireStillAdding(caller, { linkId, ...creator })
    },

    /** Throws if the creator can't add an image of this size anymore. Returns the pass that opens the link for them. */
    async requireRoom({ creator, linkId, length }: ResumableUpload, caller: Caller) {
      if ('guestId' in creator) return guestUploads.requireRoomAgain(caller, { linkId, ...creator }, length)
      await uploads.requireRoom(await findViewerOf(creator.userId), linkId, length)
      return { passId: null }
    },

    /** Stores the image once, even if this is repeated after a crash. Without a caller, checks the last pass they had. */
    async store(upload: ResumableUpload, received: ReceivedFile, caller?: Caller) {
      const { creator } = upload
      if ('guestId' in creator) return storeAsGuest(upload, creator.guestId, received, caller)
      return { id: await storeAsOwner(upload, creator.userId, received), isRepeat: false }
    },

    /** Returns undefined if the image was deleted. */
    async findImage({ imageId, creator }: ResumableUpload, caller: Caller): Promise<Image | undefined> {
      const { viewer } = caller
      if (imageId === null) return undefined
      try {
        if ('userId' in creator && viewer) return await images.getOwn(viewer, imageId)
        return await guestUploads.show({ caller }, imageId)
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined
        throw error
      }
    },
  }
}
export type UploadCreators = ReturnType<typeof createUploadCreators>

type Parsed<Fields> =
  | { success: true; data: Fields }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

function requireValid<Fields>(parsed: Parsed<Fields>): Fields {
  if (parsed.success) return parsed.data
  const [{ path, message } = { path: [], message: "The metadata isn't valid" }] = parsed.error.issues
  throw invalidField(String(path[0]), message)
}

/** PostgreSQL rejects some characters that metadata can contain. */
const isReadable = (text: string) => /^[\w.-]{1,100}$/.test(text)

const linkNotFound = () => new AppError('NOT_FOUND', 'Link not found')
