import type { OwnerState } from '#server/features/access/owner-state.repository.ts'
import type { Choosing, Commenting, Opening } from '#shared/link-forms.ts'
import { searchKey, sortKey } from '#shared/search-key.ts'
import type { LinkRow } from './links.tables.ts'

export type LinkRecord = {
  id: string
  userId: string
  /** The gallery name, which can be empty, or the user's name if the gallery name was never set. */
  ownerName: string
  ownerState: OwnerState
  slug: string
  title: string
  description: string
  isPrivate: boolean
  hasPassword: boolean
  passwordVersion: number
  isListed: boolean
  allowDownloads: boolean
  cameraDetails: boolean
  choosing: Choosing
  choiceLimit: number | null
  comments: Commenting
  holdGuestComments: boolean
  opening: Opening
  expiresAt: string | null
  visits: number
  imageCount: number
  createdAt: string
  updatedAt: string
}

/** The fields that an owner can set. */
export type LinkFields = Omit<
  LinkRecord,
  | 'id'
  | 'userId'
  | 'ownerName'
  | 'ownerState'
  | 'hasPassword'
  | 'passwordVersion'
  | 'visits'
  | 'imageCount'
  | 'createdAt'
  | 'updatedAt'
> & { passwordHash?: string | null }

export type OwnedRow = LinkRow & { owner_name: string; owner_state: OwnerState }

export const toLink = (row: OwnedRow): LinkRecord => ({
  id: row.id,
  userId: row.user_id,
  ownerName: row.owner_name,
  ownerState: row.owner_state,
  slug: row.slug,
  title: row.title,
  description: row.description,
  isPrivate: row.is_private === 1,
  hasPassword: row.password_hash !== null,
  passwordVersion: row.password_version,
  isListed: row.is_listed === 1,
  allowDownloads: row.allow_downloads === 1,
  cameraDetails: row.camera_details === 1,
  choosing: row.choosing as Choosing,
  choiceLimit: row.choice_limit,
  comments: row.comments as Commenting,
  holdGuestComments: row.hold_guest_comments === 1,
  opening: row.opening as Opening,
  expiresAt: row.expires_at,
  visits: row.visits,
  imageCount: row.image_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const toColumns = (fields: Partial<LinkFields>) => ({
  ...(fields.slug !== undefined && { slug: fields.slug }),
  ...(fields.title !== undefined && {
    title: fields.title,
    title_key: searchKey(fields.title),
    title_order: sortKey(fields.title),
  }),
  ...(fields.description !== undefined && {
    description: fields.description,
    description_key: searchKey(fields.description),
  }),
  ...(fields.isPrivate !== undefined && { is_private: Number(fields.isPrivate) }),
  ...(fields.passwordHash !== undefined && { password_hash: fields.passwordHash }),
  ...(fields.isListed !== undefined && { is_listed: Number(fields.isListed) }),
  ...(fields.allowDownloads !== undefined && { allow_downloads: Number(fields.allowDownloads) }),
  ...(fields.cameraDetails !== undefined && { camera_details: Number(fields.cameraDetails) }),
  ...(fields.choosing !== undefined && { choosing: fields.choosing }),
  ...(fields.choiceLimit !== undefined && { choice_limit: fields.choiceLimit }),
  ...(fields.comments !== undefined && { comments: fields.comments }),
  ...(fields.holdGuestComments !== undefined && { hold_guest_comments: Number(fields.holdGuestComments) }),
  ...(fields.opening !== undefined && { opening: fields.opening }),
  ...(fields.expiresAt !== undefined && { expires_at: fields.expiresAt, is_over: 0 }),
})
