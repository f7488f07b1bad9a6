import { type Access, commentingOf, isExpired, seesAll, uncheckedAccess } from '#server/features/access/link-access.ts'
import { isAtLeast } from '#server/features/access/roles.ts'
import type { ShareUrlOf } from '#server/features/domains/served-domains.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { MarkedImageService } from '#server/features/images/marked-images.service.ts'
import { presentSections } from '#server/features/images/sections.service.ts'
import { hasOwnName, studioOf } from '#server/features/studios/studios.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Cursor, encodeCursor } from '#server/platform/database/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import { fieldsOf, visitorFieldsOf } from '#shared/link-forms.ts'
import type { Link } from '#shared/links.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { Section } from '#shared/sections.ts'
import type { LinkRecord } from './link-rows.ts'

const addingOf = ({ approveUploads, askGuestName, uploadsCloseAt }: LinkRecord) => ({
  needsApproval: approveUploads,
  askName: askGuestName,
  closesAt: uploadsCloseAt,
})

type Progress = NonNullable<Link['watermarkProgress']>
type Shown = {
  progress?: Progress | undefined
  images: Image[]
  sections?: Section[] | undefined
  plan: CatalogPlan | undefined
  now: Date
  shareUrl: string
}

/** Branding replaces the line 'Shared with Framelight'. */
function brandingOf(link: LinkRecord, plan: CatalogPlan | undefined) {
  const studio = studioOf(link.studio, link.ownerName, plan)
  return { branded: studio === null && (plan?.allows.brandingLine ?? true), studio }
}

const presentLink = (
  link: LinkRecord,
  access: Access,
  { progress, images, sections, plan, now, shareUrl }: Shown,
): Link => ({
  _id: link.id,
  // The owner sees the settings. Visitors and collaborators see what they can do.
  ...(access.role === 'owner'
    ? {
        ...fieldsOf(link),
        hasPassword: link.hasPassword,
        uploadsWaiting: link.uploadsWaiting,
      }
    : {
        ...visitorFieldsOf(link),
        allowDownloads: access.may.download,
        choosing: access.may.choose ? 'on' : 'off',
        visitorsSee: access.sees,
        revealAt: access.sees === 'own' ? link.revealAt : null,
        ...(access.role === 'visitor' && { adding: access.may.add ? addingOf(link) : null }),
        ...(isAtLeast(access.role, 'editor') && { uploadsWaiting: link.uploadsWaiting, watermark: link.watermark }),
      }),
  ...(isAtLeast(access.role, 'editor') && { watermarkProgress: progress }),
  ...(access.role !== 'visitor' && { myRole: access.role }),
  comments: commentingOf(link, access),
  isExpired: isExpired(link, now),
  // The API has always called visits `views`.
  views: link.visits,
  imageCount: seesAll(access) ? link.imageCount : images.length,
  coverImage: images.find((image) => image.isCoverImage) ?? null,
  images,
  ...(sections && { sections }),
  createdAt: link.createdAt,
  updatedAt: link.updatedAt,
  user: link.userId,
  owner: { name: link.ownerName },
  ...brandingOf(link, plan),
  shareUrl,
})

const doorCodes: ReadonlySet<string> = new Set(['PASSWORD_REQUIRED', 'LINK_EXPIRED'])

/** True for the errors of a link that's closed, but whose page shows the owner's branding. */
export const isBrandedDoor = (error: unknown, { studio }: LinkRecord): error is AppError =>
  studio !== null && error instanceof AppError && doorCodes.has(error.code)

export type PresenterDependencies = {
  images: ImageService
  markedImages: Pick<MarkedImageService, 'countDone' | 'taskOf' | 'nudge'>
  planOf: (userId: string) => Promise<CatalogPlan>
  plansOf: (userIds: string[]) => Promise<Map<string, CatalogPlan>>
  /** Returns an empty text if the gallery name was never set. */
  findGalleryName: (userId: string) => Promise<string>
  shareUrlOf: ShareUrlOf
  clock: Clock
}

export function createLinkPresenter(dependencies: PresenterDependencies) {
  const { images, markedImages, planOf, plansOf, findGalleryName, shareUrlOf, clock } = dependencies
  const progressOf = async ({ id, mark, imageCount }: LinkRecord): Promise<Progress> => ({
    done: mark ? await markedImages.countDone(id, mark) : 0,
    total: imageCount,
  })

  /** Includes all images. The caller must check access first. */
  async function present(link: LinkRecord, given: Access, viewer?: Viewer) {
    const now = clock.now()
    const [shown, found, plan, progress] = await Promise.all([
      images.listOf(link.id, { ...given, viewer, now }),
      link.hasSections ? images.listSections(link.id) : [],
      planOf(link.userId),
      isAtLeast(given.role, 'editor') ? progressOf(link) : undefined,
    ])
    const sections = presentSections(found, shown, given)
    const shareUrl = shareUrlOf(link, plan, now)
    return presentLink(link, given, { progress, images: shown, sections, plan, now, shareUrl })
  }

  async function presentPage(page: { links: LinkRecord[]; next: Cursor | undefined }, viewer?: Viewer) {
    const now = clock.now()
    const [previews, plans] = await Promise.all([
      images.previewsOf(page.links, viewer),
      plansOf(page.links.map((link) => link.userId)),
    ])
    const present = async (link: LinkRecord) => {
      const access = uncheckedAccess(link, viewer, now)
      const [images, plan] = [previews.get(link.id) ?? [], plans.get(link.userId)]
      const progress = isAtLeast(access.role, 'editor') ? await progressOf(link) : undefined
      return presentLink(link, access, { progress, images, plan, now, shareUrl: shareUrlOf(link, plan, now) })
    }
    return {
      data: await Promise.all(page.links.map(present)),
      ...(page.next && { nextCursor: encodeCursor(page.next) }),
    }
  }

  /** Closed links hide the account's name, which usually replaces a missing gallery name. */
  async function studioAtDoor(link: LinkRecord) {
    if (link.studio === null) return null
    const [plan, galleryName] = await Promise.all([
      planOf(link.userId),
      hasOwnName(link.studio) ? '' : findGalleryName(link.userId),
    ])
    return studioOf(link.studio, galleryName, plan)
  }

  return {
    present,
    presentPage,
    studioAtDoor,
    async brandDoor<Door extends AppError>({ code, message, details }: Door, link: LinkRecord) {
      const studio = await studioAtDoor(link)
      const data = studio ? { ...(details.data as object | undefined), studio } : details.data
      return new AppError(code, message, { ...details, data }) as Door
    },
    presentOwn: (link: LinkRecord, viewer: Viewer) => present(link, uncheckedAccess(link, viewer, clock.now()), viewer),
  }
}
