import { type SqlBool, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Choosing, Commenting, GuestUploads, VisitorsSee } from '#shared/link-forms.ts'
import type { LinkFactColumns } from './access.tables.ts'
import type { LinkFacts } from './link-access.ts'
import { markOf } from './marks.ts'
import { isOwnerActive, type OwnerState, ownerState } from './owner-state.repository.ts'

/** The columns of `links` that decide who sees a link. The owner's state comes from `users`. */
const columns = [
  'id',
  'title',
  'user_id',
  'is_private',
  'password_hash',
  'password_version',
  'allow_downloads',
  'choosing',
  'comments',
  'expires_at',
  'guest_uploads',
  'guest_image_count',
  'uploads_close_at',
  'visitors_see',
  'reveal_at',
  'watermark',
] as const satisfies (keyof LinkFactColumns)[]
type Column = (typeof columns)[number]

export type FactsRow = LinkFactColumns & {
  owner_state: OwnerState
  mark_name: string | null
  mark_studio: string | null
}

/** What watermarks are made of. Links without one skip the subqueries. */
const markName = sql<string | null>`case when links.watermark is not null then (
  select coalesce(users.gallery_name, users.name) from users where users.id = links.user_id
) end`
const markStudio = sql<string | null>`case when links.watermark is not null then (
  select studios.settings from studios where studios.user_id = links.user_id
) end`

/** The facts that aren't columns of `links`. */
export const ownerFactColumns = [
  ownerState.as('owner_state'),
  markName.as('mark_name'),
  markStudio.as('mark_studio'),
] as const
export type JoinedFactsRow = { [Name in keyof FactsRow as `link_${Name}`]: FactsRow[Name] }

type Joined<Name extends Column> = Name extends Column ? `links.${Name} as link_${Name}` : never

/** For joins with tables that have columns of the same names. */
export const joinedFactColumns = [
  ...columns.map((name) => `links.${name} as link_${name}` as Joined<Column>),
  ownerState.as('link_owner_state'),
  markName.as('link_mark_name'),
  markStudio.as('link_mark_studio'),
] as const

export const toFacts = (row: FactsRow): LinkFacts => ({
  id: row.id,
  title: row.title,
  userId: row.user_id,
  ownerState: row.owner_state,
  isPrivate: row.is_private === 1,
  hasPassword: row.password_hash !== null,
  passwordVersion: row.password_version,
  allowDownloads: row.allow_downloads === 1,
  choosing: row.choosing as Choosing,
  comments: row.comments as Commenting,
  expiresAt: row.expires_at,
  guestUploads: row.guest_uploads as GuestUploads,
  hasGuestImages: row.guest_image_count > 0,
  uploadsCloseAt: row.uploads_close_at,
  visitorsSee: row.visitors_see as VisitorsSee,
  revealAt: row.reveal_at,
  mark: markOf(row.id, row.watermark, { name: row.mark_name, studio: row.mark_studio }),
})

export function toJoinedFacts(row: JoinedFactsRow): LinkFacts {
  const facts = columns.map((name) => [name, row[`link_${name}`]])
  return toFacts({
    ...Object.fromEntries(facts),
    owner_state: row.link_owner_state,
    mark_name: row.link_mark_name,
    mark_studio: row.link_mark_studio,
  })
}

/** `visitorsSeeAt` as SQL, for queries on `links`. */
export const isRevealedAt = (now: string) => sql<SqlBool>`(links.visitors_see = 'all' or links.reveal_at <= ${now})`

/**
 * `isOpenToAll` as SQL, for queries on `links`. Its values are literals, because SQLite can use a partial index only
 * with literals.
 */
export const isOpenToAllAt = (now: string, isActive = isOwnerActive) => sql<SqlBool>`(
  links.is_private = 0 and links.password_hash is null and ${isActive}
  and (links.expires_at is null or links.expires_at > ${now})
  and ${isRevealedAt(now)}
)`

/** The cover of a link that's open to all, as a column. */
export const openCoverAt = (now: string) =>
  sql<string | null>`case when ${isOpenToAllAt(now, sql`${ownerState} = 'active'`)} then links.cover_image_id end`

export function createLinkFactsRepository(db: Database) {
  return {
    async findFacts(id: string) {
      const query = db.selectFrom('links').select(columns).select(ownerFactColumns).where('id', '=', id)
      const row = await query.executeTakeFirst()
      return row && toFacts(row)
    },
  }
}
export type LinkFactsRepository = ReturnType<typeof createLinkFactsRepository>
