import { type OwnerState, ownerState } from '#server/features/access/owner-state.repository.ts'
import type { CoverFocus, Image } from '#shared/images.ts'
import type { Choosing, Commenting } from '#shared/link-forms.ts'
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

export type ImageLink = {
  id: string
  slug: string
  title: string
  userId: string
  ownerState: OwnerState
  isPrivate: boolean
  hasPassword: boolean
  passwordVersion: number
  isListed: boolean
  expiresAt: string | null
  allowDownloads: boolean
  choosing: Choosing
  choiceLimit: number | null
  comments: Commenting
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

type LinkColumns = {
  link_id: string
  link_slug: string
  link_title: string
  link_user_id: string
  link_owner_state: OwnerState
  link_is_private: number
  link_password_hash: string | null
  link_password_version: number
  link_is_listed: number
  link_expires_at: string | null
  link_allow_downloads: number
  link_choosing: string
  link_choice_limit: number | null
  link_comments: string
  link_hold_guest_comments: number
  link_camera_details: number
  link_cover_image_id: string | null
}

export const linkColumns = [
  'links.id as link_id',
  'links.slug as link_slug',
  'links.title as link_title',
  'links.user_id as link_user_id',
  ownerState.as('link_owner_state'),
  'links.is_private as link_is_private',
  'links.password_hash as link_password_hash',
  'links.password_version as link_password_version',
  'links.is_listed as link_is_listed',
  'links.expires_at as link_expires_at',
  'links.allow_downloads as link_allow_downloads',
  'links.choosing as link_choosing',
  'links.choice_limit as link_choice_limit',
  'links.comments as link_comments',
  'links.hold_guest_comments as link_hold_guest_comments',
  'links.camera_details as link_camera_details',
  'links.cover_image_id as link_cover_image_id',
] as const

export const toLink = (row: LinkColumns): ImageLink => ({
  id: row.link_id,
  slug: row.link_slug,
  title: row.link_title,
  userId: row.link_user_id,
  ownerState: row.link_owner_state,
  isPrivate: row.link_is_private === 1,
  hasPassword: row.link_password_hash !== null,
  passwordVersion: row.link_password_version,
  isListed: row.link_is_listed === 1,
  expiresAt: row.link_expires_at,
  allowDownloads: row.link_allow_downloads === 1,
  choosing: row.link_choosing as Choosing,
  choiceLimit: row.link_choice_limit,
  comments: row.link_comments as Commenting,
  holdGuestComments: row.link_hold_guest_comments === 1,
  cameraDetails: row.link_camera_details === 1,
})

export const toImage = (
  row: ImageRow & LinkColumns & { user_name: string; gallery_name: string | null },
): ImageRecord =>
  toImageOf(toLink(row), row, {
    ownerName: row.gallery_name ?? row.user_name,
    isCover: row.link_cover_image_id === row.id,
  })

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
