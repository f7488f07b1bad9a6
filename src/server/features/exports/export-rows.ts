import type { InvitationRow } from '#server/features/access/access.tables.ts'
import { toRights, toSections } from '#server/features/access/invitation-rows.ts'
import type { UserRow } from '#server/features/accounts/accounts.tables.ts'
import type { ChoiceRow } from '#server/features/choices/choices.tables.ts'
import type { CollaboratorRow } from '#server/features/collaborators/collaborators.tables.ts'
import type { CommentRow } from '#server/features/comments/comments.tables.ts'
import { collaboratorOf } from '#server/features/images/image-rows.ts'
import type { ImageRow } from '#server/features/images/images.tables.ts'
import type { CollaboratorRole } from '#shared/collaborator-forms.ts'
import type { ExportedAccount, ExportedImage, ExportedLink } from '#shared/export-format.ts'
import type { Notifications } from '#shared/notification-settings.ts'

type ExportedComment = ExportedImage['comments'][number]

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

export const toAccount = (
  user: UserRow,
  notifications: Notifications | undefined,
  waysIn: Record<'keys' | 'passkeys' | 'identities' | 'webhooks', { name: string; created_at: string }[]>,
): ExportedAccount['account'] => ({
  name: user.name,
  galleryName: user.gallery_name ?? user.name,
  email: user.email,
  createdAt: user.created_at,
  notifications: notifications ?? null,
  ...Object.fromEntries(
    Object.entries(waysIn)
      .filter(([, rows]) => rows.length > 0)
      .map(([kind, rows]) => [kind, rows.map((row) => ({ name: row.name, createdAt: row.created_at }))]),
  ),
})

export const toCollaborator = (row: CollaboratorRow) => ({
  email: row.email,
  role: row.role as CollaboratorRole,
  linkId: row.link_id,
  invitedAt: row.invited_at,
  acceptedAt: row.accepted_at,
})

export const toInvitation = (row: InvitationRow): ExportedLink['invitations'][number] => ({
  name: row.name,
  email: row.email,
  rights: toRights(row),
  sections: toSections(row),
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  visits: row.visits,
  views: row.views,
  downloads: row.downloads,
  createdAt: row.created_at,
})

type StoredFile = { kind: string; type: string; bytes: number }

type ImageColumns = Pick<
  ImageRow,
  | 'id'
  | 'file_name'
  | 'title'
  | 'description'
  | 'taken_at'
  | 'cover_focus_x'
  | 'cover_focus_y'
  | 'views'
  | 'created_at'
  | 'files'
  | 'guest_id'
  | 'added_by'
  | 'adder_id'
  | 'section_id'
> & {
  guest_name: string | null
  adder_name: string | null
  adder_gallery_name: string | null
  adder_removed_at: string | null
}

function toAddedBy(row: ImageColumns) {
  if (row.guest_id !== null) return { name: row.guest_name ?? row.adder_gallery_name ?? row.adder_name ?? '' }
  if (row.added_by !== null) return { name: row.added_by }
  const collaborator = collaboratorOf(row)
  return collaborator && { ...collaborator, isCollaborator: true as const }
}

function keptFile(json: string) {
  const files = JSON.parse(json) as StoredFile[]
  return files.find(({ kind }) => kind === 'original') ?? files.find(({ kind }) => kind === 'full')
}

export const toImage = (
  row: ImageColumns,
  state: ExportedImage['state'],
): Omit<ExportedImage, 'file' | 'isCover' | 'comments'> & { original: StoredFile | undefined } => ({
  _id: row.id,
  fileName: row.file_name,
  title: row.title,
  description: row.description,
  takenAt: row.taken_at,
  coverFocus:
    row.cover_focus_x === null || row.cover_focus_y === null ? null : { x: row.cover_focus_x, y: row.cover_focus_y },
  views: row.views,
  sectionId: row.section_id,
  createdAt: row.created_at,
  state,
  addedBy: toAddedBy(row),
  original: keptFile(row.files),
})

type ChoiceColumns = Pick<ChoiceRow, 'name' | 'email' | 'message' | 'is_sent' | 'sent_at' | 'created_at'> & {
  guest_name: string | null
  guest_email: string | null
  invitation_name: string | null
  user_name: string | null
}

export const toChoice = (row: ChoiceColumns): Omit<ExportedLink['choices'][number], 'images'> => ({
  name: row.name ?? row.guest_name ?? row.invitation_name ?? row.user_name ?? '',
  email: row.email ?? row.guest_email,
  message: row.message,
  isSent: row.is_sent === 1,
  sentAt: row.sent_at,
  createdAt: row.created_at,
})

type CommentColumns = Pick<CommentRow, 'id' | 'image_id' | 'user_id' | 'content' | 'state' | 'created_at'> & {
  owner_id: string
  name: string | null
}

export const toComment = (row: CommentColumns) => ({
  id: row.id,
  imageId: row.image_id,
  comment: {
    name: row.name ?? '',
    content: row.content,
    isOwners: row.user_id === row.owner_id,
    state: row.state as ExportedComment['state'],
    createdAt: row.created_at,
  } satisfies ExportedComment,
})
