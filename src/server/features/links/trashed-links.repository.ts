import { type SqlBool, sql } from 'kysely'
import { moveImages } from '#server/features/images/images.repository.ts'
import { isLive } from '#server/features/images/live-images.repository.ts'
import { thumbnailIn } from '#server/features/images/trashed-images.repository.ts'
import {
  insertRemoval,
  insertRemovedAccount,
  removeEmptyAccounts,
} from '#server/features/removals/deleted-accounts.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'

/** A link in the trash belongs to a removed account of its own, so that no other query finds it. */
export function bindTrashedLinks(db: Database) {
  const own = (userId: string) => db.selectFrom('trashed_links').where('trashed_links.user_id', '=', userId)

  /** Reads only what came along with the link, because images that were deleted before it have entries of their own. */
  async function sizeOf(linkId: string) {
    const images = db.selectFrom('images').where('link_id', '=', linkId).where(isLive)
    const waiting = db.selectFrom('waiting_images').where('link_id', '=', linkId)
    const sums = await images
      .select(({ fn }) => [fn.sum<number | null>('bytes').as('bytes'), fn.sum<number | null>('comment_count').as('n')])
      .executeTakeFirstOrThrow()
    const added = await waiting.select(({ fn }) => fn.sum<number | null>('bytes').as('bytes')).executeTakeFirstOrThrow()
    return { bytes: Number(sums.bytes ?? 0) + Number(added.bytes ?? 0), commentCount: Number(sums.n ?? 0) }
  }

  return {
    /** Returns the number of its images, or undefined if the link is gone. */
    async moveToTrash({ id, userId }: { id: string; userId: string }, holderId: string, now: string) {
      await insertRemovedAccount(db, holderId, now)
      const given = await db
        .updateTable('links')
        .set({ user_id: holderId })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning(['image_count', 'waiting_count'])
        .executeTakeFirst()
      if (!given) return undefined
      const { bytes, commentCount } = await sizeOf(id)
      const entry = { link_id: id, user_id: userId, holder_id: holderId, bytes, comment_count: commentCount }
      await db
        .insertInto('trashed_links')
        .values({ ...entry, trashed_at: now })
        .execute()
      return given.image_count + given.waiting_count
    },

    /** Newest first, with up to one link more than the limit. */
    async listTrashedLinks(userId: string, after: Cursor | undefined, limit: number) {
      let query = own(userId)
        .innerJoin('links', 'links.id', 'trashed_links.link_id')
        .leftJoin('images', (join) => join.onRef('images.id', '=', 'links.cover_image_id').on(isLive))
        .select(['links.id', 'links.title', sql<number>`links.image_count + links.waiting_count`.as('imageCount')])
        .select(['trashed_links.bytes', 'trashed_links.comment_count as commentCount'])
        .select(['trashed_links.trashed_at as trashedAt', 'images.id as coverId', 'images.files'])
      if (after) {
        query = query.where(
          sql<SqlBool>`(trashed_links.trashed_at, trashed_links.link_id) < (${after.value}, ${after.id})`,
        )
      }
      const rows = await query
        .orderBy('trashed_links.trashed_at', 'desc')
        .orderBy('trashed_links.link_id', 'desc')
        .limit(limit + 1)
        .execute()
      return rows.map(({ files, ...row }) => ({ ...row, thumbnail: files === null ? undefined : thumbnailIn(files) }))
    },

    async countTrashedLinks(userId: string) {
      const row = await own(userId)
        .select(({ fn }) => [fn.countAll().as('links'), fn.sum<number | null>('bytes').as('bytes')])
        .executeTakeFirstOrThrow()
      return { links: Number(row.links), bytes: Number(row.bytes ?? 0) }
    },

    async listTrashedLinksUntil(until: string, limit: number, userId?: string) {
      const rows = await db
        .selectFrom('trashed_links')
        .select(['link_id as id', 'user_id as userId'])
        .where('trashed_at', '<=', until)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
        .orderBy('trashed_at')
        .limit(limit)
        .execute()
      return rows
    },

    /** Gives the links back to their owner. Returns each link's number of images. */
    async restoreTrashedLinks(userId: string, ids: string[]) {
      if (ids.length === 0) return []
      const taken = await db
        .deleteFrom('trashed_links')
        .where('user_id', '=', userId)
        .where('link_id', 'in', ids)
        .returning(['link_id', 'holder_id'])
        .execute()
      if (taken.length === 0) return []
      const links = await db
        .updateTable('links')
        .set({ user_id: userId })
        .where(
          'id',
          'in',
          taken.map((row) => row.link_id),
        )
        .returning(['id', 'image_count', 'waiting_count'])
        .execute()
      await removeEmptyAccounts(
        db,
        taken.map((row) => row.holder_id),
      )
      return links.map((link) => ({ id: link.id, images: link.image_count + link.waiting_count }))
    },

    /**
     * Gives the link's images to the removed account that already has the link, and starts its removal. Returns the
     * account and the bytes that this frees, or undefined if the link isn't in the trash anymore.
     */
    async purgeTrashedLink(userId: string, linkId: string) {
      const taken = await db
        .deleteFrom('trashed_links')
        .where('user_id', '=', userId)
        .where('link_id', '=', linkId)
        .returning('holder_id')
        .executeTakeFirst()
      if (!taken) return undefined
      await insertRemoval(db, taken.holder_id, { linkId, ownerId: userId })
      const { bytes } = await moveImages(db, { id: linkId, userId }, taken.holder_id)
      return { removedId: taken.holder_id, bytes }
    },
  }
}

type VisitedLink = { linkId: string; ownerId: string }

/**
 * Returns false if the link was deleted for good. The last visits are written after a link was moved to the trash. Even
 * adding 0 locks the row, so it can't be deleted in the meantime.
 */
export async function addVisits(db: Database, link: VisitedLink, count: number) {
  // On PostgreSQL, if an update waits while the link moves to the trash, it doesn't see the new row of `trashed_links`.
  return (await addVisitsOnce(db, link, count)) || (await addVisitsOnce(db, link, count))
}

async function addVisitsOnce(db: Database, { linkId, ownerId }: VisitedLink, count: number) {
  const result = await db
    .updateTable('links')
    .set((eb) => ({ visits: eb('visits', '+', count) }))
    .where('id', '=', linkId)
    .where(({ eb, or, exists, selectFrom }) => {
      const trashed = selectFrom('trashed_links').select('link_id').where('link_id', '=', linkId)
      return or([eb('user_id', '=', ownerId), exists(trashed.where('trashed_links.user_id', '=', ownerId))])
    })
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}
