import type { LinkFacts } from '#server/features/access/link-access.ts'
import { type JoinedFactsRow, joinedFactColumns, toJoinedFacts } from '#server/features/access/link-facts.repository.ts'
import type { CoverFocus, Image } from '#shared/images.ts'
import type { FileHashes, ImageFile } from './image-files.ts'
import type { ImageRow } from './images.tables.ts'

export type ImageRecord = {
  id: string
  userId: string
  userName: string
  /** The gallery name, which can be empty, or the user's name if the gallery name was never set. */
  ownerName: string
  title: string
  description: string
  fileName: string
  takenAt: string | null
  /** Only shown if the link's `cameraDetails` is on. */
  camera: Image['camera']
  width: number
  height: number
  placeholder: string
  /** True if the full size is animated. Renditions of large animations aren't animated. */
  isAnimated: boolean
  files: ImageFile[]
  views: number
  coverFocus: CoverFocus | null
  createdAt: string
  isCover: boolean
  link: ImageLink
}

export type ImageLink = LinkFacts & {
  slug: string
  isListed: boolean
  choiceLimit: number | null
  holdGuestComments: boolean
  cameraDetails: boolean
}

export type ImageMedia = Pick<ImageRecord, 'link' | 'fileName' | 'coverFocus'> & {
  files: (ImageFile & { key: string })[]
  showsCamera: boolean
}

/** Camera details that replace bytes of the full size, from offset `at`, while it's sent. */
export type CameraPatch = { at: number; bytes: Buffer }

export type NewImage = Omit<ImageRecord, 'userName' | 'ownerName' | 'views' | 'coverFocus' | 'isCover' | 'link'> & {
  linkId: string
  fileHashes: FileHashes
  cameraPatch: CameraPatch | null
}

type LinkColumns = JoinedFactsRow & {
  link_slug: string
  link_is_listed: number
  link_choice_limit: number | null
  link_hold_guest_comments: number
  link_camera_details: number
  link_cover_image_id: string | null
}

export const linkColumns = [
  ...joinedFactColumns,
  'links.slug as link_slug',
  'links.is_listed as link_is_listed',
  'links.choice_limit as link_choice_limit',
  'links.hold_guest_comments as link_hold_guest_comments',
  'links.camera_details as link_camera_details',
  'links.cover_image_id as link_cover_image_id',
] as const

const toLink = (row: LinkColumns): ImageLink => ({
  ...toJoinedFacts(row),
  slug: row.link_slug,
  isListed: row.link_is_listed === 1,
  choiceLimit: row.link_choice_limit,
  holdGuestComments: row.link_hold_guest_comments === 1,
  cameraDetails: row.link_camera_details === 1,
})

/** Images of the same link share one link object. */
export function toImages(
  rows: (ImageRow & LinkColumns & { user_name: string; gallery_name: string | null })[],
): ImageRecord[] {
  const links = new Map<string, ImageLink>()
  return rows.map((row) => {
    const link = links.get(row.link_id) ?? toLink(row)
    links.set(row.link_id, link)
    const isCover = row.link_cover_image_id === row.id
    return toImageOf(link, row, { ownerName: row.gallery_name ?? row.user_name, isCover })
  })
}

export const toImageOf = (
  link: ImageLink,
  row: ImageRow & { user_name: string },
  { ownerName, isCover }: Pick<ImageRecord, 'ownerName' | 'isCover'>,
): ImageRecord => ({
  id: row.id,
  userId: row.user_id,
  userName: row.user_name,
  ownerName,
  title: row.title,
  description: row.description,
  fileName: row.file_name,
  takenAt: row.taken_at,
  camera: row.camera === null ? null : JSON.parse(row.camera),
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
  isAnimated: row.is_animated === 1,
  files: JSON.parse(row.files),
  views: row.views,
  coverFocus:
    row.cover_focus_x === null || row.cover_focus_y === null ? null : { x: row.cover_focus_x, y: row.cover_focus_y },
  createdAt: row.created_at,
  isCover,
  link,
})
