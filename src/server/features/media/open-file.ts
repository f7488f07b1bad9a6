import {
  isAdder,
  type Pass,
  requireAccess,
  requireWall,
  seesImage,
  wallAccess,
} from '#server/features/access/link-access.ts'
import { cardName } from '#server/features/access/media-urls.service.ts'
import { isAtLeast, roleOn } from '#server/features/access/roles.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { Clock } from '#server/platform/clock.ts'
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
}

/** The person or live wall that the URL was signed for. Empty for anonymous visitors. */
export type Requester = { viewer?: Viewer | undefined; pass?: Pass | undefined; wall?: { linkId: string } | undefined }

export function createFileOpener({ images, clock }: { images: ImageService; clock: Clock }) {
  const opened = new WeakMap<Media, Map<string, OpenFile>>()

  function decide({ viewer, pass: given, wall }: Requester, media: Media, imageId: string, name: string): OpenFile {
    const now = clock.now()
    const { link, files, fileName, coverFocus, showsCamera } = media
    const isCard = name === cardName
    const isOwn = isAdder(media.guest, { viewer, pass: given })
    const isWaiting = media.state === 'waiting'
    if (isWaiting && (isCard || !(isOwn || isAtLeast(roleOn(link, viewer), 'editor')))) throw pictureNotFound()
    const file = isCard
      ? files.findLast((candidate) => candidate.kind === 'rendition')
      : files.find((candidate) => candidate.name === name && candidate.kind !== 'original')
    if (!file) throw pictureNotFound()
    const isForWall = wall?.linkId === link.id
    if (isForWall && (isCard || file.kind === 'full')) throw pictureNotFound()
    if (isForWall) requireWall(link, now)
    const access = isForWall ? wallAccess : requireAccess(link, { viewer, pass: given, now })
    if (!isOwn && !seesImage(access, media)) throw pictureNotFound()
    const { pass, may } = access
    const isFull = file.kind === 'full'
    if (isFull && !may.download) throw downloadsOff()
    const isForDownload = may.download && !isCard && (isFull || file === images.fileOfSize(files, 'web'))
    // The key contains the focal point, so caches don't serve a preview with an old one.
    const key = isCard ? images.keyOf(imageId, name) + (coverFocus ? `@${coverFocus.x},${coverFocus.y}` : '') : file.key
    const isWithCamera = isFull && showsCamera
    return {
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
      ...(isCard && { card: { source: file.key, focus: coverFocus } }),
    }
  }

  /**
   * Throws if the requester can't see the file. For anonymous visitors, the file is memoized while `media` is cached,
   * but not if the link expires, because access then depends on the time.
   */
  return (requester: Requester, media: Media, imageId: string, name: string): OpenFile => {
    const { viewer, pass, wall } = requester
    if (viewer || pass || wall || media.link.expiresAt !== null) return decide(requester, media, imageId, name)
    const known = opened.get(media)?.get(name)
    if (known) return known
    const file = decide(requester, media, imageId, name)
    opened.set(media, (opened.get(media) ?? new Map<string, OpenFile>()).set(name, file))
    return file
  }
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
