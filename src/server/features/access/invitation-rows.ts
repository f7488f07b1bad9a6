import type { GivenRights, Invitation } from '#shared/invitations.ts'
import type { InvitationRow } from './access.tables.ts'
import type { LinkFacts } from './link-access.ts'

export type InvitationRecord = Omit<Invitation, '_id' | 'url' | 'rights'> & { id: string; linkId: string }

export type InvitationFields = Pick<
  InvitationRecord,
  'name' | 'email' | 'givenRights' | 'sections' | 'expiresAt' | 'revokedAt'
>

export type InvitedLink = LinkFacts & {
  slug: string
  imageCount: number
  coverImageId: string | null
  userName: string
  ownerCreatedAt: string
  isOwnerAdmin: boolean
}

const toRight = (value: number | null) => (value === null ? null : value === 1)
const fromRight = (value: boolean | null) => (value === null ? null : Number(value))

type RightColumns = Pick<InvitationRow, 'may_download' | 'may_comment' | 'may_choose' | 'may_add'>

export const toRights = (row: RightColumns): GivenRights => ({
  download: toRight(row.may_download),
  comment: toRight(row.may_comment),
  choose: toRight(row.may_choose),
  add: toRight(row.may_add),
})

export const toSections = ({ sections }: Pick<InvitationRow, 'sections'>): string[] | null =>
  sections === null ? null : JSON.parse(sections)

export const toInvitation = (row: InvitationRow): InvitationRecord => ({
  id: row.id,
  linkId: row.link_id,
  name: row.name,
  email: row.email,
  givenRights: toRights(row),
  sections: toSections(row),
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  visits: row.visits,
  views: row.views,
  downloads: row.downloads,
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
})

export const toColumns = (fields: InvitationFields) => ({
  name: fields.name,
  email: fields.email,
  may_download: fromRight(fields.givenRights.download),
  may_comment: fromRight(fields.givenRights.comment),
  may_choose: fromRight(fields.givenRights.choose),
  may_add: fromRight(fields.givenRights.add),
  sections: fields.sections && JSON.stringify(fields.sections),
  expires_at: fields.expiresAt,
  revoked_at: fields.revokedAt,
})
