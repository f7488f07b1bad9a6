import type { Readable } from 'node:stream'
import {
  type Access,
  forbidden,
  type LinkFacts,
  seesImage,
  uncheckedAccess,
} from '#server/features/access/link-access.ts'
import type { Mark } from '#server/features/access/marks.ts'
import {
  type Holder,
  type MediaUrlService,
  nameWithMark,
  type SignedQuery,
} from '#server/features/access/media-urls.service.ts'
import { isAtLeast } from '#server/features/access/roles.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { MarkableImage, MarkedImageService } from '#server/features/images/marked-images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import { siteOf } from '#server/platform/network.ts'
import { createZip } from '#server/platform/zip.ts'
import type { Caller, Client, Viewer } from '#server/viewer.ts'
import { AppError, statusOf } from '#shared/errors.ts'
import { allChoices, type DownloadSize } from '#shared/media.ts'
import { cleanName, pictureName, uniqueNames } from './download-names.ts'
import type { MediaService } from './media.service.ts'
import { downloadsOff } from './open-file.ts'

type Dependencies = {
  clock: Clock
  links: LinkService
  images: ImageService
  markedImages: Pick<MarkedImageService, 'findAll'>
  media: MediaService
  mediaUrls: MediaUrlService
  findViewerById: (sessionId: string) => Promise<Viewer | undefined>
  /** Lists the images in one person's favorites, or in everyone's if `choiceId` is undefined. */
  listChosen: (linkId: string, choiceId: string | undefined) => Promise<string[]>
}

export type CountDownload = (
  target: { linkId: string; ownerId: string; imageId?: string; invitationId: string | undefined },
  client: Client,
) => void

type Pictures = {
  size: DownloadSize
  imageIds: string[] | undefined
  /** Limits an owner's download to one person's favorites, or to everyone's if it's `allChoices`. */
  choice: string | undefined
  /** Limits the download to one section. */
  section: string | undefined
}
type Wanted = Pictures & { slug: string; signed: SignedQuery }

type Given = {
  link: LinkFacts & { hasSections: boolean }
  viewer: Viewer | undefined
  access: Access
  holder: Holder | undefined
}

type ChosenQuery = { size: DownloadSize; choice?: string | undefined }

/** Concurrent ZIPs per node. One network can use half of them, because guests at an event often share a network. */
export const maxDownloads = 64

/** How often a download rechecks access. Even with cached records, revocation takes effect within a second. */
const checkMs = 300

/** A download continues this long if access can't be checked, for example because the database is busy. */
const maxUncheckedMs = 5000

export function createDownloadService(dependencies: Dependencies) {
  const { links, images, markedImages, media, mediaUrls, findViewerById, listChosen, clock } = dependencies
  const slots = createFairShare({
    capacity: maxDownloads,
    what: 'downloads',
    of: 'network',
    retryAfterSeconds: 30,
  })

  /** Only the owner and editors can get a signed download URL, so it works even if the link has expired. */
  async function requireLink(caller: Caller, network: string, { slug, signed }: Wanted) {
    const owner = caller.domain ? undefined : mediaUrls.verifyDownload(slug, signed)
    const viewer = (owner && 'session' in owner && (await findViewerById(owner.session))) || caller.viewer
    const gallery = { caller: { ...caller, viewer }, slug, client: { network }, asPage: !owner }
    const { link, ...access } = await links.requireBySlug(gallery)
    const { pass, may, sees } = access
    if (sees === 'own' && !may.download) throw downloadsOff()
    const holder: Holder | undefined = pass ? { pass: pass.id } : viewer && { session: viewer.sessionId }
    return { link, viewer, access, holder }
  }

  async function listWanted(linkId: string, access: Access, { size, imageIds, choice, section }: Pictures) {
    const listed = (await images.listSized(linkId, size)).filter((image) => seesImage(access, image))
    if (listed.length === 0) throw new AppError('NOT_FOUND', 'This gallery has no photos yet')
    const all = section === undefined ? listed : listed.filter(({ sectionId }) => sectionId === section)
    if (all.length === 0) throw new AppError('NOT_FOUND', 'This section has no photos')
    if (choice !== undefined) {
      const inChoice = new Set(await listChosen(linkId, choice === allChoices ? undefined : choice))
      if (inChoice.size === 0) throw new AppError('NOT_FOUND', 'No favorites yet')
      return all.filter(({ id }) => inChoice.has(id))
    }
    if (!imageIds) return all
    const wanted = new Set(imageIds)
    const chosen = all.filter(({ id }) => wanted.has(id))
    if (chosen.length < wanted.size)
      throw new AppError('NOT_FOUND', 'Some of the selected photos are no longer in this gallery')
    return chosen
  }

  /** In a ZIP of the whole link, each section is a folder, such as `01 The coast/`. */
  async function listFolders({ link }: Given, pictures: { sectionId: string | null }[], wanted: Pictures) {
    const isWhole = wanted.section === undefined && wanted.choice === undefined && wanted.imageIds === undefined
    if (!isWhole || !link.hasSections) return new Map<string | null, string>()
    const filled = new Set(pictures.map(({ sectionId }) => sectionId))
    const sections = (await images.listSections(link.id)).filter(({ id }) => filled.has(id))
    return new Map<string | null, string>(
      sections.map(({ id, title }, index) => [
        id,
        `${String(index + 1).padStart(2, '0')} ${cleanName(title, 'Section')}/`,
      ]),
    )
  }

  /** With a watermark, both sizes are the largest rendition. */
  async function withFiles<Picture extends MarkableImage & { file: MarkableImage['files'][number] }>(
    pictures: Picture[],
    mark: Mark | null,
  ) {
    const marked = mark && (await markedImages.findAll(pictures, mark))
    return pictures.map((picture, index) => {
      const file = marked?.[index]?.at(-1) ?? picture.file
      return { ...picture, file, name: nameWithMark(mark, file.name) }
    })
  }

  async function pack(given: Given, network: string, wanted: Pictures) {
    const { link, viewer, access, holder } = given
    const pictures = await withFiles(await listWanted(link.id, access, wanted), access.mark)
    const folders = await listFolders(given, pictures, wanted)
    let current = pictures[0]
    const check = () => media.findDownload(current?.id ?? '', current?.name ?? '', holder)
    await check()

    const names = uniqueNames(
      pictures.map(
        ({ fileName, file: { type }, sectionId }) => (folders.get(sectionId) ?? '') + pictureName(fileName, type),
      ),
    )
    const release = slots.take(siteOf(network))
    const { size, stream } = createZip(
      pictures.map((picture, index) => ({
        name: names[index] ?? picture.id,
        size: picture.file.bytes,
        modifiedAt: new Date(picture.madeAt),
        open: async () => {
          current = picture
          return media.openStream(await check())
        },
      })),
    )
    stream.once('close', release)
    abortWhen(stream, check)
    const name = `${cleanName(link.title, 'Gallery')}.zip`
    const target = { linkId: link.id, ownerId: link.userId, invitationId: access.pass?.invitation?.id }
    return { name, size, stream, target, userId: viewer?.userId }
  }

  return {
    openCount: () => maxDownloads - slots.free,

    /** Returns a signed URL that the viewer's browser can download the ZIP from. */
    async addressFor(
      viewer: Viewer,
      linkId: string,
      {
        size,
        images: named,
        choice,
        section,
      }: ChosenQuery & { images?: string | undefined; section?: string | undefined },
    ) {
      const { slug } = await links.requireRole(viewer, linkId, 'editor')
      const address = mediaUrls.signedDownload(slug, viewer.sessionId)
      const rest = {
        ...(size !== 'full' && { size }),
        ...(named && { images: named }),
        ...(choice && { choice }),
        ...(section && { section }),
      }
      return [address, ...Object.entries(rest).map(([name, value]) => `${name}=${value}`)].join('&')
    },

    /** Throws if access is denied. The stream must be read or destroyed to release its slot. */
    async open(caller: Caller, network: string, wanted: Wanted) {
      const given = await requireLink(caller, network, wanted)
      if (wanted.choice !== undefined && !isAtLeast(given.access.role, 'editor')) throw notForVisitors()
      if (given.access.role === 'uploader') throw forbidden('uploader')
      return pack(given, network, wanted)
    },

    async openChosen(viewer: Viewer, network: string, linkId: string, { size, choice = allChoices }: ChosenQuery) {
      const link = await links.requireRole(viewer, linkId, 'editor')
      const given = {
        link,
        viewer,
        access: uncheckedAccess(link, viewer, clock.now()),
        holder: { session: viewer.sessionId },
      }
      return pack(given, network, { size, choice, imageIds: undefined, section: undefined })
    },
  }
}
export type DownloadService = ReturnType<typeof createDownloadService>

const notForVisitors = () => new AppError('FORBIDDEN', 'Only the owner of this gallery can see favorites')

/** A busy server that can't check isn't a refusal. */
const isRefusal = (error: unknown) => error instanceof AppError && statusOf[error.code] < 500

/** Uses a timer, so it also aborts while one image is sent slowly or the client has stopped reading. */
export function abortWhen(stream: Readable, check: () => Promise<unknown>) {
  let checkedAt = performance.now()
  let isChecking = false
  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    try {
      await check()
      checkedAt = performance.now()
    } catch (error) {
      if (isRefusal(error) || performance.now() - checkedAt > maxUncheckedMs) stream.destroy(error as Error)
    }
    isChecking = false
  }, checkMs)
  stream.once('close', () => clearInterval(timer))
}
