import {
  type Access,
  isAdder,
  type LinkFacts,
  type Pass,
  requireAccess,
  requireWall,
  seesImage,
  wallAccess,
} from '#server/features/access/link-access.ts'
import type { Mark } from '#server/features/access/marks.ts'
import { cardName, readName } from '#server/features/access/media-urls.service.ts'
import { isAtLeast, roleOn } from '#server/features/access/roles.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { MarkableImage, MarkedImageService } from '#server/features/images/marked-images.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { chain, LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { pictureName } from './download-names.ts'
import type { OgImageSource } from './og-images.ts'
import { publicCaching } from './public-caching.ts'

export type Media = Awaited<ReturnType<ImageService['findMedia']>> & object

export type OpenFile = {
  key: string
  /** Changes with the bytes. A stored file never changes, but it can be sent with or without camera details. */
  version: string
  cameraOf: string | undefined
  type: string
  /** Undefined if the file is generated on request. */
  size: number | undefined
  cacheControl: string
  /** Undefined if the requester can't download the file. */
  download:
    | { name: string; linkId: string; ownerId: string; userId: string | undefined; invitationId: string | undefined }
    | undefined
  card?: OgImageSource
  /** Set for a file with a watermark, which can be made again. */
  marked?: { image: MarkableImage; mark: Mark }
}

/** The person or live wall that the URL was signed for. Empty for anonymous visitors. */
export type Requester = { viewer?: Viewer | undefined; pass?: Pass | undefined; wall?: { linkId: string } | undefined }

type Dependencies = { images: ImageService; markedImages: MarkedImageService; clock: Clock }

export function createFileOpener({ images, markedImages, clock }: Dependencies) {
  const opened = new WeakMap<Media, Map<string, OpenFile>>()

  function decide(
    { viewer, pass: given, wall }: Requester,
    media: Media,
    imageId: string,
    wanted: string,
  ): ReadyOrLazy<OpenFile> {
    const now = clock.now()
    const { markKey, name } = readName(wanted)
    const { link, folder, files, fileName, coverFocus, showsCamera } = media
    const isCard = name === cardName
    const isOwn = isAdder(media.guest, { viewer, pass: given })
    const isWaiting = media.state === 'waiting'
    if (isWaiting && (isCard || !(isOwn || isAtLeast(roleOn(link, viewer), 'editor')))) throw pictureNotFound()
    const file = isCard
      ? files.findLast((candidate) => candidate.kind === 'rendition')
      : files.find(
          (candidate) =>
            candidate.name === name &&
            (markKey === undefined ? candidate.kind !== 'original' : candidate.kind === 'rendition'),
        )
    if (!file) throw pictureNotFound()
    const isForWall = wall?.linkId === link.id
    if (isForWall && (isCard || file.kind === 'full')) throw pictureNotFound()
    if (isForWall) requireWall(link, now)
    const access = isForWall ? wallAccess(link) : requireAccess(link, { viewer, pass: given, now })
    if (!isOwn && !seesImage(access, media)) throw pictureNotFound()
    const mark = markToServe(link, access, markKey)
    const { pass, may } = access
    const isFull = file.kind === 'full'
    if (isFull && !may.download) throw downloadsOff()
    const largest = mark ? files.findLast(({ kind }) => kind === 'rendition') : images.fileOfSize(files, 'web')
    const isForDownload = may.download && !isCard && (isFull || file === largest)
    // The key contains the focal point, so caches don't serve a preview with an old one.
    const cardKey = images.keyOf(imageId, wanted) + (coverFocus ? `@${coverFocus.x},${coverFocus.y}` : '')
    const key = isCard ? cardKey : mark ? images.markedKeyOf(folder, mark.key, name) : file.key
    const isWithCamera = isFull && showsCamera
    const opened: OpenFile = {
      key,
      version: isWithCamera ? `${key}+camera` : key,
      cameraOf: isWithCamera ? imageId : undefined,
      type: isCard ? 'image/jpeg' : file.type,
      size: isCard ? undefined : file.bytes,
      cacheControl: viewer || given || wall ? 'private, max-age=300' : publicCaching(link.expiresAt, now),
      download: isForDownload
        ? {
            name: pictureName(fileName, file.type),
            linkId: link.id,
            ownerId: link.userId,
            userId: viewer?.userId,
            invitationId: pass?.invitation?.id,
          }
        : undefined,
      ...(isCard && { card: { source: file.key, focus: coverFocus, mark } }),
    }
    if (!mark || isCard) return opened
    const image = { userId: link.userId, linkId: link.id, folder, files }
    return chain(markedImages.find(image, mark), (marked) => ({
      ...opened,
      size: marked.find((candidate) => candidate.name === name)?.bytes,
      marked: { image, mark },
    }))
  }

  /**
   * Throws if the requester can't see the file. For anonymous visitors, the file is memoized while `media` is cached,
   * but not if the link expires, because access then depends on the time.
   */
  return (requester: Requester, media: Media, imageId: string, name: string): ReadyOrLazy<OpenFile> => {
    const { viewer, pass, wall } = requester
    if (viewer || pass || wall || media.link.expiresAt !== null) return decide(requester, media, imageId, name)
    const known = opened.get(media)?.get(name)
    if (known) return known
    const file = decide(requester, media, imageId, name)
    if (file instanceof LazyPromise) return file
    opened.set(media, (opened.get(media) ?? new Map<string, OpenFile>()).set(name, file))
    return file
  }
}

/**
 * Someone who gets files with a watermark can't open clean ones. Files with an earlier watermark, or with one that was
 * turned off, are closed to everyone.
 */
function markToServe(link: LinkFacts, access: Access, markKey: string | undefined) {
  if (markKey === undefined ? access.mark !== null : markKey !== link.mark?.key) throw pictureNotFound()
  return markKey === undefined ? null : link.mark
}

/** The owner's trash shows it, but no one can download it. */
export const thumbnailInTrash = ({ key, type, bytes }: Media['files'][number]): OpenFile => ({
  key,
  version: key,
  cameraOf: undefined,
  type,
  size: bytes,
  cacheControl: 'private, max-age=300',
  download: undefined,
})

export const pictureNotFound = () => new AppError('NOT_FOUND', 'Image not found')

export const downloadsOff = () => new AppError('DOWNLOADS_OFF', 'Downloads are turned off for this gallery')
