import {
  isOpenToAll,
  isServedOn,
  type Pass,
  requireOwner,
  requireRole,
  type Sight,
  seesImage,
  uncheckedAccess,
} from '#server/features/access/link-access.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import { isAtLeast, isOwner, roleOn } from '#server/features/access/roles.ts'
import { createBatchedRead } from '#server/platform/concurrency/batched-read.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { invalidField } from '#shared/errors.ts'
import type { ImageChange } from '#shared/image-forms.ts'
import type { Image } from '#shared/images.ts'
import type { DownloadSize } from '#shared/media.ts'
import { approveFirst, type ChangeDependencies, createImageChanges, imageNotFound } from './image-changes.ts'
import { fileOfSize, keyOf, markedKeyOf } from './image-files.ts'
import { createImagePresenter, type ViewContext, withOwner } from './image-presenter.ts'
import { createPreviews } from './image-previews.ts'
import type { ImageMedia, ImageRecord } from './image-rows.ts'

type Dependencies = ChangeDependencies & { mediaUrls: MediaUrlService }

export function createImageService(dependencies: Dependencies) {
  const { images, access, mediaUrls, clock } = dependencies
  const changes = createImageChanges(dependencies)
  const present = createImagePresenter(mediaUrls)

  /** Images that need approval exist only for the owner, editors and the guest who added them. */
  async function requireVisible(caller: Caller, id: string) {
    const image = await images.findAny(id)
    if (!image || !isServedOn(image.link, caller)) throw imageNotFound()
    const { link, guest } = image
    const adder = await access.findAdder(guest, link, caller)
    const isManaged = isAtLeast(roleOn(link, caller.viewer), 'editor') && caller.previewAs === undefined
    if (image.state === 'waiting' && !isManaged && !adder) throw imageNotFound()
    const given = await access.require(link, caller)
    if (!adder && !seesImage(given, image)) throw imageNotFound()
    return { image, given, adder }
  }

  async function listVisible(linkId: string, view: ViewContext) {
    if (view.sees === 'own') return []
    const visible = (await images.listOf(linkId)).filter((image) => seesImage(view, image))
    // The cover can be an image that this person can't see.
    const withCover = view.sections ? visible.map((image, index) => ({ ...image, isCover: index === 0 })) : visible
    return withCover.map((image) => present(image, view))
  }

  /** Rereads the image, to include changes just made. */
  async function presentOwn(viewer: Viewer, id: string) {
    const image = await images.findAny(id)
    if (!image) throw imageNotFound()
    requireRole(image.link, viewer, 'uploader')
    const now = clock.now()
    return present(image, { ...uncheckedAccess(image.link, viewer, now), viewer, now })
  }

  const toMedia = ({
    folder,
    link,
    files,
    fileName,
    coverFocus,
    camera,
    sectionId,
    state,
    guest,
  }: ImageRecord): ImageMedia => ({
    link,
    folder,
    sectionId,
    state,
    guest,
    // V8 looks up an existing string faster than a newly concatenated one, so build the keys only once.
    files: files.map((file) => ({ ...file, key: keyOf(folder, file.name) })),
    fileName,
    coverFocus,
    showsCamera: link.cameraDetails && camera !== null,
  })
  const mediaById = (found: ImageRecord[]) => new Map(found.map((image) => [image.id, toMedia(image)]))

  return {
    async requireAccess(caller: Caller, imageId: string) {
      const { image, given } = await requireVisible(caller, imageId)
      if (image.state === 'waiting') throw isAtLeast(given.role, 'editor') ? approveFirst() : imageNotFound()
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

    /** For an image in the user's trash, or of a link there. */
    async findTrashedMedia(userId: string, id: string) {
      const image = await images.findInTrash(userId, id)
      return image && toMedia(image)
    },

    findCameraPatch: async (id: string) => (await images.findCameraPatch(id)) ?? images.findWaitingPatch(id),

    /** The caller must check access first. */
    async listSized(linkId: string, size: DownloadSize) {
      return (await images.listOf(linkId)).flatMap((image) => {
        const { id, userId, folder, fileName, takenAt, createdAt, files, sectionId } = image
        const file = fileOfSize(files, size)
        return file
          ? [{ id, userId, linkId, folder, fileName, sectionId, files, file, madeAt: takenAt ?? createdAt }]
          : []
      })
    },

    keyOf,
    markedKeyOf,
    fileOfSize,

    async requireOriginal(viewer: Viewer, id: string) {
      const image = await images.findAny(id)
      if (!image || (image.state === 'waiting' && roleOn(image.link, viewer) === 'visitor')) throw imageNotFound()
      requireOwner(image.link, viewer)
      const { files, folder, fileName } = image
      const original = files.find((file) => file.kind === 'original')
      // Of a guest's image, only the full size is kept.
      const kept = original ?? fileOfSize(files, 'full')
      if (!kept) throw imageNotFound()
      return { fileName, type: kept.type, key: keyOf(folder, kept.name), cameraOf: original ? undefined : id }
    },

    getOwn: presentOwn,

    async open(caller: Caller, id: string): Promise<{ image: Image; pass: Pass | undefined }> {
      const { image: found, given, adder } = await requireVisible(caller, id)
      const [first] = given.sections ? await images.listIds(found.link.id, given.sections) : []
      const image = given.sections ? { ...found, isCover: found.id === first } : found
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
    listOf: listVisible,

    listSections: images.listSections,

    /** Call this before an upload. If the section is deleted during the upload, the image ends up without one. */
    async requireSection(linkId: string, sectionId: string | undefined) {
      if (sectionId === undefined || (await images.findSection(sectionId))?.linkId === linkId) return
      throw invalidField('sectionId', 'Section must be a section of this link')
    },

    /** The caller must check access first. */
    async listForWall(linkId: string, order: 'newest' | 'gallery', limit: number, view: ViewContext) {
      return (await images.listFirst(linkId, order, limit)).map((image) => present(image, view))
    },

    listIds: async (linkId: string, { sees, sections }: Sight) =>
      sees === 'own' ? [] : images.listIds(linkId, sections),

    async list(caller: Caller, linkId: string) {
      const given = await access.require(await access.findFacts(linkId), caller)
      return listVisible(linkId, { ...given, viewer: caller.viewer, now: clock.now() })
    },

    previewsOf: createPreviews({ images, present, clock }),

    /** Presents images that one guest added, in the order of `ids`. The caller must check access first. */
    async listAdded(ids: string[], view: ViewContext) {
      if (ids.length === 0) return []
      const found = [...(await images.listMany(ids)), ...(await images.listWaiting(ids))]
      const byId = new Map(found.map((image) => [image.id, image]))
      return ids.flatMap((id) => byId.get(id) ?? []).map((image) => present(image, view))
    },

    /** Includes the size of the full-size file. Omits images of links that the viewer can't edit. */
    async listForEditor(viewer: Viewer, ids: string[], state: Image['state']) {
      const found = ids.length === 0 ? [] : await (state === 'waiting' ? images.listWaiting(ids) : images.listMany(ids))
      const now = clock.now()
      return new Map(
        found
          .filter(({ link }) => isAtLeast(roleOn(link, viewer), 'editor'))
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

    ...changes,

    async update(viewer: Viewer, id: string, change: ImageChange) {
      await changes.update(viewer, id, change)
      return presentOwn(viewer, id)
    },

    async setCover(viewer: Viewer, id: string) {
      await changes.setCover(viewer, id)
      return presentOwn(viewer, id)
    },
  }
}
export type ImageService = ReturnType<typeof createImageService>
