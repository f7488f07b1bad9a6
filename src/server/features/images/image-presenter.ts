import { type Access, commentingOf, isAdder, isOpenToAll } from '#server/features/access/link-access.ts'
import { type Holder, type MediaUrlService, nameWithMark } from '#server/features/access/media-urls.service.ts'
import { isAtLeast, roleOn } from '#server/features/access/roles.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Image } from '#shared/images.ts'
import type { ImageFile } from './image-files.ts'
import type { ImageLink, ImageRecord } from './image-rows.ts'

/** `adder` is set for the guest who added the image, if it's signed for them, and `wall` for a live wall. */
export type ViewContext = Access & {
  viewer: Viewer | undefined
  now: Date
  adder?: Holder | undefined
  wall?: string | undefined
}

/** Owners use their session even when they preview as a guest, because they don't have the guest's pass. So do collaborators. */
function holderOf({ viewer, pass, adder, wall }: ViewContext, link: ImageLink): Holder | undefined {
  if (wall) return { wall }
  if (viewer && roleOn(link, viewer) !== 'visitor') return { session: viewer.sessionId }
  const opener = pass && { pass: pass.id }
  return adder && 'session' in adder ? { ...adder, ...opener } : (adder ?? opener)
}

export function createImagePresenter(mediaUrls: MediaUrlService) {
  return function present(image: ImageRecord, view: ViewContext): Image {
    const { link } = image
    const isOpen = image.state === 'shown' && isOpenToAll(link, view.now)
    const holder = holderOf(view, link)
    const { mark } = view
    // While visitors get a watermark, the URLs of clean files are signed.
    const isPlain = isOpen && (mark !== null || link.mark === null)

    const addressOf = (file: ImageFile) => {
      const isRendition = file.kind === 'rendition' || file.kind === 'moving'
      if (!isRendition && !view.may.download) return null
      const name = nameWithMark(mark, file.name)
      if (isPlain && (isRendition || link.allowDownloads)) return mediaUrls.plain(image.id, name)
      return holder ? mediaUrls.signed(image.id, name, holder) : null
    }

    const listRenditions = (kind: 'rendition' | 'moving') =>
      image.files
        .filter((file) => file.kind === kind)
        .map((file) => ({ url: addressOf(file) ?? '', width: file.width, height: file.height }))
    const stills = listRenditions('rendition')
    // There are no animations with a watermark, and nothing larger than the renditions.
    const moving = mark ? [] : listRenditions('moving')
    const renditions = moving.length > 0 ? moving : stills
    const full = image.files.findLast((file) => file.kind === (mark ? 'rendition' : 'full'))

    return {
      _id: image.id,
      thumbnailUrl: stills[0]?.url ?? '',
      imageUrl: renditions.at(-1)?.url ?? '',
      url: full && view.may.download ? addressOf(full) : null,
      renditions,
      ...(moving.length > 0 && { stills }),
      width: image.width,
      height: image.height,
      placeholder: image.placeholder,
      coverFocus: image.coverFocus,
      isAnimated: image.isAnimated && mark === null,
      title: image.title,
      description: image.description,
      fileName: image.fileName,
      takenAt: image.takenAt,
      camera: link.cameraDetails ? image.camera : null,
      views: image.views,
      isCoverImage: image.isCover,
      ...(link.hasSections && { sectionId: image.sectionId }),
      createdAt: image.createdAt,
      state: image.state,
      addedBy: addedBy(image, view),
      ...((view.adder || isAdder(image.guest, view)) && { isOwn: true as const }),
      link: { _id: link.id, slug: link.slug, title: link.title },
      user: { _id: image.userId, name: image.userName },
    }
  }
}

function addedBy({ guest, addedBy: name, collaborator }: ImageRecord, { role }: ViewContext): Image['addedBy'] {
  const seesNames = isAtLeast(role, 'editor')
  if (guest !== null) return { ...(seesNames && { _id: guest.id }), name: guest.name }
  if (name !== null) return { name }
  return seesNames ? collaborator : null
}

/** Adds fields for the page of one image. A gallery response would repeat them for every image. */
export const withOwner = ({ ownerName, link }: ImageRecord, access: Access, image: Image): Image => ({
  ...image,
  owner: { name: ownerName },
  comments: commentingOf(link, access),
  holdGuestComments: link.holdGuestComments,
  choosing: access.may.choose ? 'on' : 'off',
  choiceLimit: link.choiceLimit,
  ...(access.role !== 'visitor' && { myRole: access.role }),
})
