import { type Expression, type SqlBool, sql } from 'kysely'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertDeletedAccount } from '#server/platform/database/deleted-accounts.ts'
import { lockUsage } from '#server/platform/database/lock-usage.ts'
import { isOwnerActive, ownerState } from '#server/platform/database/owner-state.ts'
import type { TaskRow } from '#server/platform/database/schema.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { LinkSort } from '#shared/links.ts'
import { searchKey } from '#shared/search-key.ts'
import { type OwnedRow, type StoredFields, toColumns, toLink } from './link-rows.ts'

/** Uses subqueries instead of a join, so that the list queries can use their index. */
const ownerColumns = [
  sql<string>`(select coalesce(users.gallery_name, users.name) from users where users.id = links.user_id)`.as(
    'owner_name',
  ),
  ownerState.as('owner_state'),
] as const

const initialCounters = {
  password_version: 0,
  visits: 0,
  image_count: 0,
  guest_count: 0,
  choice_count: 0,
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
    async find(id: string) {
      const row = await db.selectFrom('links').selectAll().select(ownerColumns).where('id', '=', id).executeTakeFirst()
      return row && toLink(row)
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

    async listIds(userId: string) {
      const rows = await db.selectFrom('links').select('id').where('user_id', '=', userId).execute()
      return rows.map(({ id }) => id)
    },

    async listOwn(userId: string, search: string, page: Page) {
      let query = pageOf(page).where('user_id', '=', userId)
      const key = searchKey(search)
      if (key) query = query.where((eb) => eb.or([contains('title_key', key), contains('description_key', key)]))
      return toPage(await query.execute(), page)
    },

    async listForExport(userId: string, after: Cursor | undefined, limit: number) {
      const page: Page = { sort: 'oldest', after, limit }
      return toPage(await pageOf(page).where('user_id', '=', userId).execute(), page)
    },

    async listPublic(now: string, page: Page) {
      const rows = await pageOf(page)
        // SQLite can use the partial index only if these values are literals.
        .where('is_listed', '=', sql.lit(1))
        .where('is_private', '=', sql.lit(0))
        .where('is_over', '=', sql.lit(0))
        .where('password_hash', 'is', null)
        .where(isOwnerActive)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .execute()
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
        .where('is_listed', '=', 1)
        .where('is_private', '=', 0)
        .where('is_over', '=', sql.lit(0))
        .where('password_hash', 'is', null)
        .where(isOwnerActive)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ slug, updated_at: updatedAt }) => ({ slug, updatedAt }))
    },

    /**
     * Counts a link before it's inserted. Returns false if the limit is reached. Because this is a single statement,
     * concurrent calls can't exceed the limit.
     */
    async takePlace(userId: string, limit: number | null) {
      const result = await db
        .updateTable('usage')
        .set((eb) => ({ links: eb('links', '+', 1) }))
        .where('user_id', '=', userId)
        .$if(limit !== null, (query) => query.where('links', '<', limit))
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    lockUsage: (userId: string) => lockUsage(db, userId),

    freePlaces: (userId: string, { images, bytes }: { images: number; bytes: number }) =>
      db
        .updateTable('usage')
        .set((eb) => ({
          links: eb('links', '-', 1),
          images: eb('images', '-', images),
          bytes: eb('bytes', '-', bytes),
        }))
        .where('user_id', '=', userId)
        .execute(),

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

    /**
     * Moves the link and its images to a deleted account, whose data is later removed in batches. Returns the usage
     * that this frees, or undefined if the link is gone.
     */
    async moveToDeletedAccount({ id, userId }: { id: string; userId: string }, removedId: string, now: string) {
      await insertDeletedAccount(db, removedId, { linkId: id, ownerId: userId }, now)
      const given = await db
        .updateTable('links')
        .set({ user_id: removedId })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      if (!given) return undefined
      const images = await db
        .updateTable('images')
        .set({ user_id: removedId })
        .where('link_id', '=', id)
        .returning('bytes')
        .execute()
      return { images: images.length, bytes: images.reduce((sum, { bytes }) => sum + Number(bytes), 0) }
    },

    insertTask: (task: TaskRow) => db.insertInto('tasks').values(task).execute(),

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
