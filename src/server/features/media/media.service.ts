import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { InvitationService } from '#server/features/access/invitations.service.ts'
import { isServedOn, requireLinkOfKey } from '#server/features/access/link-access.ts'
import {
  cardName,
  type Holder,
  type MediaUrlService,
  nameWithMark,
  type SignedQuery,
} from '#server/features/access/media-urls.service.ts'
import type { PassService } from '#server/features/access/passes.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { MarkedImageService } from '#server/features/images/marked-images.service.ts'
import type { LiveWallService } from '#server/features/live-walls/live-walls.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import { chain, LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import type { ByteRange, Storage } from '#server/platform/storage/storage.ts'
import type { Caller, OwnDomain, Viewer } from '#server/viewer.ts'
import { patchStream } from './camera-patch.ts'
import { createUniqueNames, originalName } from './download-names.ts'
import { createOgImages } from './og-images.ts'
import {
  createFileOpener,
  downloadsOff,
  type Media,
  type OpenFile,
  pictureNotFound,
  type Requester,
  thumbnailInTrash,
} from './open-file.ts'

type Dependencies = {
  images: ImageService
  findViewerById: (sessionId: string) => Promise<Viewer | undefined>
  passes: PassService
  invitations: InvitationService
  liveWalls: Pick<LiveWallService, 'find'>
  mediaUrls: MediaUrlService
  markedImages: MarkedImageService
  storage: Storage
  imageProcessor: ImageProcessor
  invalidation: Invalidation
  clock: Clock
}

/** Only small images are cached. Larger ones are read from storage each time. */
const maxCachedBytes = 48 * 1024 * 1024
const maxSmallBytes = 160 * 1024

const maxKnownImages = 50_000
const maxKnownSessions = 5_000

export function createMediaService(dependencies: Dependencies) {
  const { images, findViewerById, passes, invitations, liveWalls, mediaUrls, storage, imageProcessor } = dependencies
  const { markedImages, invalidation, clock } = dependencies
  const small = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (bytes) => bytes.length + 200,
  })
  const known = createRefreshAheadCache<Media>({
    name: 'image records',
    read: images.findAnyMedia,
    linkIdOf: ({ link }) => link.id,
    invalidation,
    clock,
    maxSize: maxKnownImages,
    sizeOf: () => 1,
  })
  const openFor = createFileOpener({ images, markedImages, clock })
  const found = { hits: 0, misses: 0 }
  invalidation.register('small pictures', () => ({ ...found, entries: small.size, size: small.calculatedSize }))
  const viewers = new LRUCache<string, { viewer: Viewer | undefined; readAt: number }>({ max: maxKnownSessions })
  const makeCard = createOgImages({ storage, imageProcessor, markedImages })

  /** Caches viewers, because each image of a private gallery looks up the same session. */
  function findViewer(sessionId: string): ReadyOrLazy<Viewer | undefined> {
    const entry = viewers.get(sessionId)
    if (entry && invalidation.isFresh(sessionId, entry.readAt)) return entry.viewer
    return new LazyPromise(() => readViewer(sessionId))
  }

  async function readViewer(sessionId: string) {
    const readAt = clock.monotonicMs()
    const viewer = await findViewerById(sessionId)
    viewers.set(sessionId, { viewer, readAt })
    return viewer
  }

  function findRequester(holder: Holder | undefined): ReadyOrLazy<Requester> {
    if (!holder) return {}
    if ('trash' in holder) return {}
    if ('wall' in holder) return chain(liveWalls.find(holder.wall), (wall) => ({ wall }))
    const passId = holder.pass
    const findPass = () => (passId === undefined ? undefined : passes.find(passId))
    if (!('session' in holder)) return chain(findPass(), (pass) => ({ pass }))
    return chain(findViewer(holder.session), (viewer) => chain(findPass(), (pass) => ({ viewer, pass })))
  }

  const findFile = (
    imageId: string,
    holder: Holder | undefined,
    name: string,
    { domain, check }: { domain?: OwnDomain | undefined; check?: (media: Media) => void } = {},
  ) =>
    chain(findRequester(holder), (requester) =>
      chain(known.find(imageId), (media) => {
        if (!media || !isServedOn(media.link, { domain })) throw pictureNotFound()
        check?.(media)
        return openFor(requester, media, imageId, name)
      }),
    )

  async function findInTrash(imageId: string, name: string, sessionId: string) {
    const viewer = await findViewer(sessionId)
    const media = viewer && (await images.findTrashedMedia(viewer.userId, imageId))
    const file = media?.files.find((candidate) => candidate.name === name && candidate.kind === 'rendition')
    if (!file) throw pictureNotFound()
    return thumbnailInTrash(file)
  }

  /** Never opens a clean file instead. If the new file has another size, the next request gets it. */
  async function openMarked({ key, size, marked }: OpenFile, range: ByteRange | undefined) {
    if (!marked) return undefined
    await markedImages.makeAgain(marked.image, marked.mark)
    const opened = await storage.open(key, range)
    if (!opened || opened.size === size) return opened
    opened.stream.destroy()
    return undefined
  }

  async function openStream(file: OpenFile, range?: ByteRange): Promise<Readable> {
    const { key, cameraOf } = file
    const patch = cameraOf === undefined ? undefined : await images.findCameraPatch(cameraOf)
    const opened = (await storage.open(key, range)) ?? (await openMarked(file, range))
    if (!opened) throw pictureNotFound()
    return patch ? patchStream(opened.stream, patch, range?.start) : opened.stream
  }

  async function read(file: OpenFile, range: ByteRange | undefined): Promise<Buffer | Readable> {
    const { key, version, size, card } = file
    found.misses++
    if (card) {
      const made = await makeCard(key, card)
      small.set(version, made)
      return made
    }
    const stream = await openStream(file, range)
    if (range || size === undefined || size > maxSmallBytes) return stream
    const body = Buffer.concat(await stream.toArray())
    // A truncated file isn't cached, because the cache would still serve it after a repair.
    if (body.length === size) small.set(version, body)
    return body
  }

  return {
    /** The URL's signature says who's asking. `viewer` is only set for API keys, which restrict access but never grant it. */
    find(
      imageId: string,
      name: string,
      query: SignedQuery,
      { viewer, domain }: Pick<Caller, 'viewer' | 'domain'>,
    ): ReadyOrLazy<OpenFile> {
      const signed = query.signature ? mediaUrls.verify(imageId, name, query) : undefined
      // No one is logged in on a domain, and the trash belongs to someone who is.
      const holder = domain && signed && ('session' in signed || 'trash' in signed) ? undefined : signed
      if (holder && 'trash' in holder) return new LazyPromise(() => findInTrash(imageId, name, holder.trash))
      return findFile(imageId, holder, name, { domain, check: ({ link }) => requireLinkOfKey(link, viewer) })
    },

    /** Returns the cover for an invitation email. The URL works as long as the invitation does. */
    async findCover(token: string, domain?: OwnDomain): Promise<OpenFile> {
      const { link, pass } = await invitations.open(token, domain)
      const media = link.coverImageId === null ? undefined : await known.find(link.coverImageId)
      if (!media || link.coverImageId === null) throw pictureNotFound()
      return openFor({ pass }, media, link.coverImageId, nameWithMark(media.link.mark, cardName))
    },

    /** Checks access again, because the session or pass may have ended in the meantime. */
    async findDownload(imageId: string, name: string, holder: Holder | undefined): Promise<OpenFile> {
      const file = await findFile(imageId, holder, name)
      if (!file.download) throw downloadsOff()
      return file
    },

    openStream,

    open(file: OpenFile, range?: ByteRange): Buffer | LazyPromise<Buffer | Readable> {
      const ready = range ? undefined : small.get(file.version)
      if (!ready) return new LazyPromise(() => read(file, range))
      found.hits++
      return ready
    },

    async openOriginal(viewer: Viewer, imageId: string) {
      const { fileName, type, key, cameraOf } = await images.requireOriginal(viewer, imageId)
      const patch = cameraOf === undefined ? undefined : await images.findCameraPatch(cameraOf)
      const opened = await storage.open(key)
      if (!opened) throw pictureNotFound()
      const stream = patch ? patchStream(opened.stream, patch, undefined) : opened.stream
      return { fileName: originalName(fileName, type), type, size: opened.size, stream }
    },

    originalNames() {
      const unique = createUniqueNames()
      return ({ fileName, type }: { fileName: string; type: string }) => unique(originalName(fileName, type))
    },

    cachedBytes: () => small.calculatedSize,
  }
}
export type MediaService = ReturnType<typeof createMediaService>
