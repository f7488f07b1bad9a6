import type { ImageRow, InvitationRow, LinkRow } from '#server/platform/database/schema.ts'
import type { ExportedImage, ExportedLink } from '#shared/exports.ts'

export type AccountExport = { id: string; userId: string; createdAt: string; expiresAt: string }

export const toExport = (row: {
  id: string
  user_id: string
  created_at: string
  expires_at: string
}): AccountExport => ({
  id: row.id,
  userId: row.user_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

const asRight = (value: number | null) => (value === null ? null : value === 1)

export const toLink = (row: LinkRow): Omit<ExportedLink, 'images' | 'invitations'> => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  isPrivate: row.is_private === 1,
  hasPassword: row.password_hash !== null,
  isListed: row.is_listed === 1,
  allowDownloads: row.allow_downloads === 1,
  cameraDetails: row.camera_details === 1,
  opening: row.opening === 'cover' ? 'cover' : 'wall',
  expiresAt: row.expires_at,
  views: row.visits,
  createdAt: row.created_at,
})

export const toInvitation = (row: InvitationRow): ExportedLink['invitations'][number] => ({
  name: row.name,
  email: row.email,
  rights: { download: asRight(row.may_download), comment: asRight(row.may_comment), choose: asRight(row.may_choose) },
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  visits: row.visits,
  views: row.views,
  downloads: row.downloads,
  createdAt: row.created_at,
})

type StoredFile = { kind: string; type: string; bytes: number }

/** An image with what its original is: `isCover`, its place in the ZIP and its comments come from elsewhere. */
export const toImage = (
  row: ImageRow,
): Omit<ExportedImage, 'file' | 'isCover' | 'comments'> & { original: StoredFile | undefined } => ({
  _id: row.id,
  fileName: row.file_name,
  title: row.title,
  description: row.description,
  takenAt: row.taken_at,
  coverFocus:
    row.cover_focus_x === null || row.cover_focus_y === null ? null : { x: row.cover_focus_x, y: row.cover_focus_y },
  views: row.views,
  createdAt: row.created_at,
  original: (JSON.parse(row.files) as StoredFile[]).find(({ kind }) => kind === 'original'),
})

export const toComment = (row: { image_id: string; content: string; created_at: string; name: string }) => ({
  imageId: row.image_id,
  comment: { name: row.name, content: row.content, createdAt: row.created_at },
})
