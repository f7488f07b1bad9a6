import { type Expression, type SqlBool, sql } from 'kysely'
import { isOpenToAllAt, ownerFactColumns } from '#server/features/access/link-facts.repository.ts'
import type { MarkSource } from '#server/features/access/marks.ts'
import { isOwnerActive } from '#server/features/access/owner-state.repository.ts'
import { countLink, lockUsage, subtractUsage } from '#server/features/accounts/usage.repository.ts'
import { listNews, markMoreTimeRequestsRead } from '#server/features/activity/events.repository.ts'
import { ownerDomain } from '#server/features/domains/domains.repository.ts'
import { moveImages } from '#server/features/images/images.repository.ts'
import { insertRemoval, insertRemovedAccount } from '#server/features/removals/deleted-accounts.repository.ts'
import { ownerStudio } from '#server/features/studios/studios.repository.ts'
import { type Bound, countWithin } from '#server/platform/database/bounded-counts.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { ViewerCollaboration } from '#shared/collaborator-forms.ts'
import type { LinkSort } from '#shared/links.ts'
import { searchKey } from '#shared/search-key.ts'
import { claimCreationKey, findCreatedId } from './link-creation-keys.repository.ts'
import { type OwnedRow, type StoredFields, toColumns, toLink } from './link-rows.ts'
import { bindTrashedLinks } from './trashed-links.repository.ts'

/** Uses subqueries instead of a join, so that the list queries can use their index. */
const ownerColumns = [
  sql<string>`(select coalesce(users.gallery_name, users.name) from users where users.id = links.user_id)`.as(
    'owner_name',
  ),
  ...ownerFactColumns,
  ownerStudio.as('studio'),
  ownerDomain.as('domain'),
] as const

const initialCounters = {
  password_version: 0,
  visits: 0,
  image_count: 0,
  guest_count: 0,
  choice_count: 0,
  follower_count: 0,
  guest_image_count: 0,
  waiting_count: 0,
  section_count: 0,
  next_position: 1,
  cover_image_id: null,
  cover_chosen: 0,
}

export const sortColumns = {
  newest: { column: 'created_at', kind: 'text', direction: 'desc' },
  oldest: { column: 'created_at', kind: 'text', direction: 'asc' },
  'title-asc': { column: 'title_order', kind: 'text', direction: 'asc' },
  'title-desc': { column: 'title_order', kind: 'text', direction: 'desc' },
  'most-views': { column: 'visits', kind: 'number', direction: 'desc' },
  'most-images': { column: 'image_count', kind: 'number', direction: 'desc' },
} as const satisfies Record<LinkSort, object>

type Page = { sort: LinkSort; after: Cursor | undefined; limit: number | undefined }

/** Expects up to one row more than the limit. The extra row means there's a next page. */
function toPage(rows: OwnedRow[], { sort, limit = rows.length }: Page) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = last && rows.length > limit ? { value: last[sortColumns[sort].column], id: last.id } : undefined
  return { links: shown.map(toLink), next }
}

const contains = (column: string, key: string): Expression<SqlBool> => {
  const pattern = `%${key.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** SQLite can use the partial index only if these values are literals. */
const isListedAt = (now: string) => sql<SqlBool>`links.is_listed = 1 and links.is_over = 0 and ${isOpenToAllAt(now)}`

/** Returns false if the link is full. */
export const countChoices = (db: Database, linkId: string, bound: Bound) =>
  countWithin(db, { table: 'links', column: 'choice_count' }, linkId, bound)

export const createLinkRepository = (db: Database) => withTransactions(db, bind)
export type LinkRepository = ReturnType<typeof createLinkRepository>

function bind(db: Database) {
  const pageOf = ({ sort, after, limit }: Page) => {
    const { column, direction } = sortColumns[sort]
    let query = db
      .selectFrom('links')
      .selectAll()
      .select(ownerColumns)
      .orderBy(column, direction)
      .orderBy('id', direction)
    if (limit !== undefined) query = query.limit(limit + 1)
    if (!after) return query
    const order = sql.raw(direction === 'asc' ? '>' : '<')
    return query.where(sql<SqlBool>`(${sql.ref(column)}, id) ${order} (${after.value}, ${after.id})`)
  }

  return {
    ...bindTrashedLinks(db),

    async find(id: string) {
      const row = await db.selectFrom('links').selectAll().select(ownerColumns).where('id', '=', id).executeTakeFirst()
      return row && toLink(row)
    },

    /** Leaves out links whose owner isn't active, because no one else can open them. */
    async listShared(collaborations: readonly ViewerCollaboration[], page: Page) {
      if (collaborations.length === 0) return { links: [], next: undefined }
      const rows = await pageOf(page)
        .where(isOwnerActive)
        .where((eb) =>
          eb.or(
            collaborations.map(({ ownerId, linkId }) =>
              eb.and([eb('user_id', '=', ownerId), ...(linkId === null ? [] : [eb('id', '=', linkId)])]),
            ),
          ),
        )
        .execute()
      return toPage(rows, page)
    },

    /** The table also contains earlier slugs. */
    async findBySlug(slug: string) {
      const row = await db
        .selectFrom('slugs')
        .innerJoin('links', 'links.id', 'slugs.link_id')
        .selectAll('links')
        .select(ownerColumns)
        .where('slugs.slug', '=', slug)
        .executeTakeFirst()
      return row && toLink(row)
    },

    async findPassword(linkId: string) {
      const row = await db
        .selectFrom('links')
        .select(['password_hash', 'password_version'])
        .where('id', '=', linkId)
        .executeTakeFirst()
      return row && { hash: row.password_hash, version: row.password_version }
    },

    /** For links that don't have a watermark yet. */
    async findMarkSource(userId: string): Promise<MarkSource> {
      const row = await db
        .selectFrom('users')
        .leftJoin('studios', 'studios.user_id', 'users.id')
        .select((eb) => [eb.fn.coalesce('users.gallery_name', 'users.name').as('name'), 'studios.settings as studio'])
        .where('users.id', '=', userId)
        .executeTakeFirst()
      return { name: row?.name ?? null, studio: row?.studio ?? null }
    },

    async listIds(userId: string) {
      const rows = await db.selectFrom('links').select('id').where('user_id', '=', userId).execute()
      return rows.map(({ id }) => id)
    },

    listNews: (userId: string) => listNews(db, userId),
    markMoreTimeRequestsRead: (linkId: string) => markMoreTimeRequestsRead(db, linkId),

    /** With `only`, lists just these links. */
    async listOwn(userId: string, search: string, page: Page, only: readonly string[] | null = null) {
      let query = pageOf(page).where('user_id', '=', userId)
      if (only) query = query.where('id', 'in', only.length > 0 ? only : [''])
      const key = searchKey(search)
      if (key) query = query.where((eb) => eb.or([contains('title_key', key), contains('description_key', key)]))
      return toPage(await query.execute(), page)
    },

    async listForExport(userId: string, after: Cursor | undefined, limit: number) {
      const page: Page = { sort: 'oldest', after, limit }
      return toPage(await pageOf(page).where('user_id', '=', userId).execute(), page)
    },

    async listPublic(now: string, page: Page) {
      const rows = await pageOf(page).where(isListedAt(now)).execute()
      return toPage(rows, page)
    },

    async listNewlyExpired(now: string, limit: number) {
      const rows = await db
        .selectFrom('links')
        .select('id')
        .where('is_over', '=', sql.lit(0))
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Does nothing if the link was extended in the meantime. */
    markExpired: (id: string, now: string) =>
      db.updateTable('links').set({ is_over: 1 }).where('id', '=', id).where('expires_at', '<=', now).execute(),

    async listSitemapEntries(now: string, limit: number) {
      const rows = await db
        .selectFrom('links')
        .select(['slug', 'updated_at'])
        .where(isListedAt(now))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ slug, updated_at: updatedAt }) => ({ slug, updatedAt }))
    },

    takePlace: (userId: string, limit: number | null) => countLink(db, userId, limit),
    freePlaces: (userId: string, { images, bytes }: { images: number; bytes: number }) =>
      subtractUsage(db, userId, { links: 1, images, bytes }),

    lockUsage: (userId: string) => lockUsage(db, userId),

    async insert(id: string, userId: string, fields: StoredFields, now: string) {
      const columns = toColumns(fields) as Required<ReturnType<typeof toColumns>>
      const row = await db
        .insertInto('links')
        .values({ id, user_id: userId, ...columns, ...initialCounters, created_at: now, updated_at: now })
        .returningAll()
        .returning(ownerColumns)
        .executeTakeFirstOrThrow()
      return toLink(row)
    },

    async update(id: string, fields: Partial<StoredFields>, now: string) {
      const endsPasses = fields.passwordHash !== undefined || fields.isPrivate === true
      const row = await db
        .updateTable('links')
        .set({ ...toColumns(fields), updated_at: now })
        // Increment in SQL, so two concurrent changes both invalidate earlier passes.
        .set((eb) => ({ password_version: eb('password_version', '+', endsPasses ? 1 : 0) }))
        .where('id', '=', id)
        .returningAll()
        .returning(ownerColumns)
        .executeTakeFirst()
      return row && toLink(row)
    },

    claimCreationKey: (userId: string, key: string, linkId: string) => claimCreationKey(db, userId, key, linkId),
    findCreatedId: (userId: string, key: string) => findCreatedId(db, userId, key),

    /**
     * Moves the link and its images to a deleted account, whose data is later removed in batches. Returns the usage
     * that this frees, or undefined if the link is gone.
     */
    async moveToDeletedAccount({ id, userId }: { id: string; userId: string }, removedId: string, now: string) {
      await insertRemovedAccount(db, removedId, now)
      await insertRemoval(db, removedId, { linkId: id, ownerId: userId })
      const given = await db
        .updateTable('links')
        .set({ user_id: removedId })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      return given && moveImages(db, { id, userId }, removedId)
    },

    insertTask: (task: Task) => insertTask(db, task),

    /**
     * Claims the slug for this link forever. Returns false if it belongs or ever belonged to another link. Always call
     * this before inserting or updating the link, because a fixed lock order prevents deadlocks.
     */
    async claimSlug(slug: string, linkId: string) {
      await db
        .insertInto('slugs')
        .values({ slug, link_id: linkId })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .execute()
      const row = await db.selectFrom('slugs').select('link_id').where('slug', '=', slug).executeTakeFirst()
      return row?.link_id === linkId
    },

    async countSlugs(linkId: string) {
      const { count } = await db
        .selectFrom('slugs')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('link_id', '=', linkId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

export const setListed = (db: Database, id: string, isListed: boolean, now: string) =>
  db
    .updateTable('links')
    .set({ is_listed: Number(isListed), updated_at: now })
    .where('id', '=', id)
    .execute()
