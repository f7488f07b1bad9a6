import type { Readable } from 'node:stream'
import type { Holder, MediaAddressService, SignedQuery } from '#server/features/access/media-addresses.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import { createZip } from '#server/platform/zip.ts'
import type { Caller, Client, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { DownloadSize } from '#shared/media.ts'
import { cleanName, pictureName, uniqueNames } from './download-names.ts'
import type { MediaService } from './media.service.ts'

type Dependencies = {
  links: LinkService
  images: ImageService
  media: MediaService
  addresses: MediaAddressService
  findViewerById: (sessionId: string) => Promise<Viewer | undefined>
}

/** Counts a download, of one image or of what a link holds, and says nothing: nobody waits for it. */
export type CountDownload = (
  target: { linkId: string; ownerId: string; imageId?: string; invitationId: string | undefined },
  client: Client,
) => void

type Wanted = {
  slug: string
  size: DownloadSize
  /** undefined: all of them. */
  imageIds: string[] | undefined
  signed: SignedQuery
}

/** So many ZIPs are written at once on a node. People at one party share a network, so one network may have half of them. */
export const maxDownloads = 64

/** While pictures go out it is asked so often whether they still may: with what is kept ready it adds up to less than a second. */
const checkMs = 300

/** Many pictures at once, as a ZIP that is written while it is sent. */
export function createDownloadService({ links, images, media, addresses, findViewerById }: Dependencies) {
  const places = createFairShare({
    capacity: maxDownloads,
    what: 'downloads',
    of: 'network',
    retryAfterSeconds: 30,
  })

  /** A signed address was given to the owner by the link's id, so like everything by id it opens an expired link too. */
  async function requireLink(caller: Caller, network: string, { slug, signed }: Wanted) {
    const owner = addresses.verifyDownload(slug, signed)
    const viewer = (owner && 'session' in owner && (await findViewerById(owner.session))) || caller.viewer
    const { link, pass } = await links.requireBySlug({ caller: { ...caller, viewer }, slug, network, asPage: !owner })
    const holder: Holder | undefined = pass ? { pass: pass.id } : viewer && { session: viewer.sessionId }
    return { link, viewer, pass, holder }
  }

  async function listWanted(linkId: string, { size, imageIds }: Wanted) {
    const all = await images.listSized(linkId, size)
    if (all.length === 0) throw new AppError('NOT_FOUND', 'This link has no pictures yet')
    if (!imageIds) return all
    const wanted = new Set(imageIds)
    const chosen = all.filter(({ id }) => wanted.has(id))
    if (chosen.length < wanted.size) throw new AppError('NOT_FOUND', 'A picture you chose is not in this link any more')
    return chosen
  }

  return {
    openCount: () => maxDownloads - places.free,

    /** Where the owner's browser can fetch the ZIP by itself. */
    async addressFor(
      viewer: Viewer,
      linkId: string,
      { size, images: chosen }: { size: DownloadSize; images?: string | undefined },
    ) {
      const { slug } = await links.requireOwn(viewer, linkId)
      const address = addresses.signedDownload(slug, viewer.sessionId)
      return `${address}${size === 'full' ? '' : `&size=${size}`}${chosen === undefined ? '' : `&images=${chosen}`}`
    },

    /** Throws for who may not have them. The stream must be read or destroyed, or its place stays taken. */
    async open(caller: Caller, network: string, wanted: Wanted) {
      const { link, viewer, pass, holder } = await requireLink(caller, network, wanted)
      const pictures = await listWanted(link.id, wanted)
      let current = pictures[0]?.id ?? ''
      const find = (imageId: string) => media.findDownload(imageId, wanted.size, holder)
      const check = () => find(current)
      await check()

      const names = uniqueNames(pictures.map(({ fileName, type }) => pictureName(fileName, type)))
      const leave = places.take(network)
      const { size, stream } = createZip(
        pictures.map(({ id, bytes, madeAt }, index) => ({
          name: names[index] ?? id,
          size: bytes,
          modifiedAt: new Date(madeAt),
          open: async () => {
            current = id
            return media.openStream(await find(id))
          },
        })),
      )
      stream.once('close', leave)
      breakOffWhen(stream, check)
      const name = `${cleanName(link.title, 'Gallery')}.zip`
      const target = { linkId: link.id, ownerId: link.userId, invitationId: pass?.invitation?.id }
      return { name, size, stream, target, userId: viewer?.userId }
    },
  }
}
export type DownloadService = ReturnType<typeof createDownloadService>

/** Also while a single picture goes out slowly, or not at all, to somebody who does not take it. */
export function breakOffWhen(stream: Readable, check: () => Promise<unknown>) {
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    await check().catch((refusal) => stream.destroy(refusal))
    isAsking = false
  }, checkMs)
  stream.once('close', () => clearInterval(timer))
}
