import type { Readable } from 'node:stream'
import type { LinkFacts, Pass } from '#server/features/access/link-access.ts'
import type { Holder, MediaUrlService, SignedQuery } from '#server/features/access/media-urls.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import { siteOf } from '#server/platform/network.ts'
import { createZip } from '#server/platform/zip.ts'
import type { Caller, Client, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { allChoices, type DownloadSize } from '#shared/media.ts'
import { cleanName, pictureName, uniqueNames } from './download-names.ts'
import type { MediaService } from './media.service.ts'

type Dependencies = {
  links: LinkService
  images: ImageService
  media: MediaService
  mediaUrls: MediaUrlService
  findViewerById: (sessionId: string) => Promise<Viewer | undefined>
  /** The pictures of a link that are in the choice named, or in anybody's. */
  listChosen: (linkId: string, choiceId: string | undefined) => Promise<string[]>
}

/** Counts a download, of one image or of what a link holds, and says nothing: nobody waits for it. */
export type CountDownload = (
  target: { linkId: string; ownerId: string; imageId?: string; invitationId: string | undefined },
  client: Client,
) => void

type Pictures = {
  size: DownloadSize
  /** undefined: all of them. */
  imageIds: string[] | undefined
  /** For the link's owner: those of a choice, or of everyone's. */
  choice: string | undefined
}
type Wanted = Pictures & { slug: string; signed: SignedQuery }

/** Whoever may have them. */
type Given = { link: LinkFacts; viewer: Viewer | undefined; pass: Pass | undefined; holder: Holder | undefined }

type ChosenQuery = { size: DownloadSize; choice?: string | undefined }

/** So many ZIPs are written at once on a node. People at one party share a network, so one network may have half of them. */
export const maxDownloads = 64

/** While pictures go out it is asked so often whether they still may: with what is kept ready it adds up to less than a second. */
const checkMs = 300

/** Many pictures at once, as a ZIP that is written while it is sent. */
export function createDownloadService(dependencies: Dependencies) {
  const { links, images, media, mediaUrls, findViewerById, listChosen } = dependencies
  const places = createFairShare({
    capacity: maxDownloads,
    what: 'downloads',
    of: 'network',
    retryAfterSeconds: 30,
  })

  /** A signed address was given to the owner by the link's id, so like everything by id it opens an expired link too. */
  async function requireLink(caller: Caller, network: string, { slug, signed }: Wanted) {
    const owner = mediaUrls.verifyDownload(slug, signed)
    const viewer = (owner && 'session' in owner && (await findViewerById(owner.session))) || caller.viewer
    const opening = { caller: { ...caller, viewer }, slug, network, asPage: !owner }
    const { link, role, pass } = await links.requireBySlug(opening)
    const holder: Holder | undefined = pass ? { pass: pass.id } : viewer && { session: viewer.sessionId }
    return { link, role, viewer, pass, holder }
  }

  async function listWanted(linkId: string, { size, imageIds, choice }: Pictures) {
    const all = await images.listSized(linkId, size)
    if (all.length === 0) throw new AppError('NOT_FOUND', 'This link has no pictures yet')
    if (choice !== undefined) {
      const inChoice = new Set(await listChosen(linkId, choice === allChoices ? undefined : choice))
      if (inChoice.size === 0) throw new AppError('NOT_FOUND', 'Nobody has chosen a picture yet')
      return all.filter(({ id }) => inChoice.has(id))
    }
    if (!imageIds) return all
    const wanted = new Set(imageIds)
    const chosen = all.filter(({ id }) => wanted.has(id))
    if (chosen.length < wanted.size) throw new AppError('NOT_FOUND', 'A picture you chose is not in this link any more')
    return chosen
  }

  async function pack({ link, viewer, pass, holder }: Given, network: string, wanted: Pictures) {
    const pictures = await listWanted(link.id, wanted)
    let current = pictures[0]?.id ?? ''
    const find = (imageId: string) => media.findDownload(imageId, wanted.size, holder)
    const check = () => find(current)
    await check()

    const names = uniqueNames(pictures.map(({ fileName, type }) => pictureName(fileName, type)))
    const leave = places.take(siteOf(network))
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
    abortWhen(stream, check)
    const name = `${cleanName(link.title, 'Gallery')}.zip`
    const target = { linkId: link.id, ownerId: link.userId, invitationId: pass?.invitation?.id }
    return { name, size, stream, target, userId: viewer?.userId }
  }

  return {
    openCount: () => maxDownloads - places.free,

    /** Where the owner's browser can fetch the ZIP by itself. */
    async addressFor(
      viewer: Viewer,
      linkId: string,
      { size, images: named, choice }: ChosenQuery & { images?: string | undefined },
    ) {
      const { slug } = await links.requireOwn(viewer, linkId)
      const address = mediaUrls.signedDownload(slug, viewer.sessionId)
      const rest = { ...(size !== 'full' && { size }), ...(named && { images: named }), ...(choice && { choice }) }
      return [address, ...Object.entries(rest).map(([name, value]) => `${name}=${value}`)].join('&')
    },

    /** Throws for who may not have them. The stream must be read or destroyed, or its place stays taken. */
    async open(caller: Caller, network: string, wanted: Wanted) {
      const given = await requireLink(caller, network, wanted)
      if (wanted.choice !== undefined && given.role !== 'owner') throw notForVisitors()
      return pack(given, network, wanted)
    },

    /** What people chose, or everyone's, for the link's owner. */
    async openChosen(viewer: Viewer, network: string, linkId: string, { size, choice = allChoices }: ChosenQuery) {
      const link = await links.requireOwn(viewer, linkId)
      const holder = { session: viewer.sessionId }
      return pack({ link, viewer, pass: undefined, holder }, network, { size, choice, imageIds: undefined })
    },
  }
}
export type DownloadService = ReturnType<typeof createDownloadService>

const notForVisitors = () => new AppError('FORBIDDEN', 'Only the owner of this link sees what others chose')

/** Also while a single picture goes out slowly, or not at all, to somebody who does not take it. */
export function abortWhen(stream: Readable, check: () => Promise<unknown>) {
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    await check().catch((refusal) => stream.destroy(refusal))
    isAsking = false
  }, checkMs)
  stream.once('close', () => clearInterval(timer))
}
