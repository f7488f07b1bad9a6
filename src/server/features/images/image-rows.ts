import type { Adder, LinkFacts } from '#server/features/access/link-access.ts'
import { type JoinedFactsRow, joinedFactColumns, toJoinedFacts } from '#server/features/access/link-facts.repository.ts'
import type { CoverFocus, Image } from '#shared/images.ts'
import type { FileHashes, ImageFile } from './image-files.ts'
import type { ImageRow, WaitingImageRow } from './images.tables.ts'

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
  /** The ID of the image that the files were stored for, which copies share. */
  folder: string
  views: number
  coverFocus: CoverFocus | null
  createdAt: string
  isCover: boolean
  sectionId: string | null
  state: Image['state']
  /** The guest who added the image, unless it was moved to another link since. */
  guest: (Adder & { name: string }) | null
  /** The name of the guest who added the image before it was moved. */
  addedBy: string | null
  /** The collaborator who added the image, unless their account was deleted. */
  collaborator: { name: string } | null
  link: ImageLink
}

export type ImageLink = LinkFacts & {
  slug: string
  isListed: boolean
  choiceLimit: number | null
  holdGuestComments: boolean
  cameraDetails: boolean
  hasSections: boolean
}

export type ImageMedia = Pick<
  ImageRecord,
  'link' | 'folder' | 'fileName' | 'coverFocus' | 'sectionId' | 'state' | 'guest'
> & {
  files: (ImageFile & { key: string })[]
  showsCamera: boolean
}

/** Camera details that replace bytes of the full size, from offset `at`, while it's sent. */
export type CameraPatch = { at: number; bytes: Buffer }

type Later =
  | 'userName'
  | 'folder'
  | 'ownerName'
  | 'views'
  | 'coverFocus'
  | 'isCover'
  | 'sectionId'
  | 'link'
  | 'state'
  | 'guest'
  | 'addedBy'
  | 'collaborator'

export type NewImage = Omit<ImageRecord, Later> & {
  linkId: string
  /** The time zone that the camera wrote, such as +02:00. */
  takenOffset: string | null
  fileHashes: FileHashes
  cameraPatch: CameraPatch | null
  /** SHA-256 of the file as it was received. */
  receivedHash: string
  guestId: string | null
  /** The name of the guest who added the image to another installation. */
  addedBy?: string | undefined
  /** The collaborator who adds the image. */
  adderId?: string | undefined
}

type LinkColumns = JoinedFactsRow & {
  link_slug: string
  link_is_listed: number
  link_choice_limit: number | null
  link_hold_guest_comments: number
  link_camera_details: number
  link_section_count: number
  link_cover_image_id: string | null
}

export const linkColumns = [
  ...joinedFactColumns,
  'links.slug as link_slug',
  'links.is_listed as link_is_listed',
  'links.choice_limit as link_choice_limit',
  'links.hold_guest_comments as link_hold_guest_comments',
  'links.camera_details as link_camera_details',
  'links.section_count as link_section_count',
  'links.cover_image_id as link_cover_image_id',
] as const

/** For queries that join `guests`, and the account of the guest or collaborator as `adders`. */
export const guestColumns = [
  'guests.name as guest_name',
  'guests.invitation_id as guest_invitation_id',
  'guests.user_id as guest_user_id',
  'adders.name as adder_name',
  'adders.gallery_name as adder_gallery_name',
  'adders.removed_at as adder_removed_at',
] as const

const toLink = (row: LinkColumns): ImageLink => ({
  ...toJoinedFacts(row),
  slug: row.link_slug,
  isListed: row.link_is_listed === 1,
  choiceLimit: row.link_choice_limit,
  holdGuestComments: row.link_hold_guest_comments === 1,
  cameraDetails: row.link_camera_details === 1,
  hasSections: row.link_section_count > 0,
})

export type ReadColumns = Omit<
  ImageRow,
  | 'position'
  | 'section_position'
  | 'taken_offset'
  | 'file_hashes'
  | 'bytes'
  | 'comment_count'
  | 'received_hash'
  | 'shown_at'
  | 'trashed_at'
> & {
  user_name: string
  guest_name: string | null
  guest_invitation_id: string | null
  guest_user_id: string | null
  adder_name: string | null
  adder_gallery_name: string | null
  adder_removed_at: string | null
}

/** Returns the collaborator who added an image, unless their account was deleted. */
export const collaboratorOf = (row: Pick<ReadColumns, 'adder_id' | 'adder_name' | 'adder_removed_at'>) =>
  row.adder_id === null || row.adder_name === null || row.adder_removed_at !== null ? null : { name: row.adder_name }

/** Images of the same link share one link object. */
export function toImages(
  rows: (ReadColumns & LinkColumns & { gallery_name: string | null })[],
  state: Image['state'] = 'shown',
): ImageRecord[] {
  const links = new Map<string, ImageLink>()
  return rows.map((row) => {
    const link = links.get(row.link_id) ?? toLink(row)
    links.set(row.link_id, link)
    const isCover = row.link_cover_image_id === row.id
    return toImageOf(link, row, { ownerName: row.gallery_name ?? row.user_name, isCover, state })
  })
}

export const toImageOf = (
  link: ImageLink,
  row: ReadColumns,
  { ownerName, isCover, state }: Pick<ImageRecord, 'ownerName' | 'isCover' | 'state'>,
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
  folder: row.folder ?? row.id,
  views: row.views,
  coverFocus:
    row.cover_focus_x === null || row.cover_focus_y === null ? null : { x: row.cover_focus_x, y: row.cover_focus_y },
  createdAt: row.created_at,
  isCover,
  sectionId: row.section_id,
  state,
  guest:
    row.guest_id === null
      ? null
      : {
          id: row.guest_id,
          // The owner can change the name of a guest with an account.
          name: row.guest_name ?? row.adder_gallery_name ?? row.adder_name ?? '',
          invitationId: row.guest_invitation_id,
          userId: row.guest_user_id,
        },
  addedBy: row.added_by,
  collaborator: collaboratorOf(row),
  link,
})

/** Images that need approval have nothing that only the owner or visitors could have set. */
export const withoutHistory = <Row extends WaitingImageRow>(row: Row) => ({
  ...row,
  title: '',
  description: '',
  folder: null,
  views: 0,
  cover_focus_x: null,
  cover_focus_y: null,
  added_by: null,
  adder_id: null,
  section_id: null,
})
