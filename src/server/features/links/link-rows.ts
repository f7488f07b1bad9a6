import type { LinkFacts } from '#server/features/access/link-access.ts'
import { type FactsRow, toFacts } from '#server/features/access/link-facts.repository.ts'
import type { Opening } from '#shared/link-forms.ts'
import { searchKey, sortKey } from '#shared/search-key.ts'
import type { LinkRow } from './links.tables.ts'

export type LinkRecord = LinkFacts & {
  /** The gallery name, which can be empty, or the user's name if the gallery name was never set. */
  ownerName: string
  slug: string
  description: string
  isListed: boolean
  cameraDetails: boolean
  choiceLimit: number | null
  holdGuestComments: boolean
  opening: Opening
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

export type OwnedRow = LinkRow & FactsRow & { owner_name: string }

export const toLink = (row: OwnedRow): LinkRecord => ({
  ...toFacts(row),
  ownerName: row.owner_name,
  slug: row.slug,
  description: row.description,
  isListed: row.is_listed === 1,
  cameraDetails: row.camera_details === 1,
  choiceLimit: row.choice_limit,
  holdGuestComments: row.hold_guest_comments === 1,
  opening: row.opening as Opening,
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
