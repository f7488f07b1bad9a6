import { type SqlBool, sql } from 'kysely'
import { countLinksAndImages, type PlanLimits } from '#server/features/accounts/usage.repository.ts'
import { freedBytes } from '#server/features/removals/removals.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ImageFile } from './image-files.ts'
import { guestColumns, linkColumns, toImages } from './image-rows.ts'
import { isAdder } from './live-images.repository.ts'

/** Returns the name of the smallest rendition in a row's files. */
export const thumbnailIn = (files: string) =>
  (JSON.parse(files) as ImageFile[]).find((file) => file.kind === 'rendition')?.name

const inTrash = sql<SqlBool>`images.trashed_at is not null`

/** What a user has in the trash. Images of links in the trash aren't in it on their own. */
export function bindTrashedImages(db: Database) {
  const own = (userId: string) => db.selectFrom('images').where('images.user_id', '=', userId).where(inTrash)

  return {
    trash: (ids: string[], now: string) =>
      db
        .updateTable('images')
        .set({ trashed_at: now })
        .where('id', 'in', ids)
        .where('trashed_at', 'is', null)
        .execute(),

    /** Lists all images of a link in order, including those in the trash. */
    async listPlaces(linkId: string) {
      const images = db.selectFrom('images').select(['id', 'trashed_at']).where('link_id', '=', linkId)
      const rows = await images.orderBy('section_position').orderBy('position').orderBy('id').execute()
      return rows.map(({ id, trashed_at: trashedAt }) => ({ id, isTrashed: trashedAt !== null }))
    },

    /** Newest first, with up to one image more than the limit. */
    async listTrashed(userId: string, after: Cursor | undefined, limit: number) {
      let query = own(userId)
        .innerJoin('links', 'links.id', 'images.link_id')
        .select(['images.id', 'images.title', 'images.file_name as fileName', 'images.trashed_at as trashedAt'])
        .select(['images.comment_count as commentCount', 'images.bytes', 'images.files'])
        .select(['links.id as linkId', 'links.title as linkTitle'])
      if (after) query = query.where(sql<SqlBool>`(images.trashed_at, images.id) < (${after.value}, ${after.id})`)
      const rows = await query
        .orderBy('images.trashed_at', 'desc')
        .orderBy('images.id', 'desc')
        .limit(limit + 1)
        .execute()
      return rows.map(({ files, ...row }) => ({ ...row, thumbnail: thumbnailIn(files) }))
    },

    async countTrashed(userId: string) {
      const row = await own(userId)
        .select(({ fn }) => [fn.countAll().as('images'), fn.sum<number | null>('bytes').as('bytes')])
        .executeTakeFirstOrThrow()
      return { images: Number(row.images), bytes: Number(row.bytes ?? 0) }
    },

    /** Includes the images of links in the trash. */
    async countAllTrashed(userId: string) {
      const ofLinks = await db
        .selectFrom('trashed_links')
        .innerJoin('links', 'links.id', 'trashed_links.link_id')
        .select(({ fn }) => fn.sum<number | null>(sql`links.image_count + links.waiting_count`).as('images'))
        .where('trashed_links.user_id', '=', userId)
        .executeTakeFirstOrThrow()
      const single = await own(userId)
        .select(({ fn }) => fn.countAll().as('images'))
        .executeTakeFirstOrThrow()
      return Number(ofLinks.images ?? 0) + Number(single.images)
    },

    /** Finds an image that's in the user's trash, or whose link is. */
    async findInTrash(userId: string, id: string) {
      const rows = await db
        .selectFrom('images')
        .innerJoin('links', 'links.id', 'images.link_id')
        .innerJoin('users', 'users.id', 'images.user_id')
        .leftJoin('guests', 'guests.id', 'images.guest_id')
        .leftJoin('users as adders', (join) => join.on(isAdder))
        .leftJoin('trashed_links', 'trashed_links.link_id', 'images.link_id')
        .selectAll('images')
        .select(guestColumns)
        .select(linkColumns)
        .select(['users.name as user_name', 'users.gallery_name'])
        .where('images.id', '=', id)
        .where('images.user_id', '=', userId)
        .where((eb) => eb.or([inTrash, eb('trashed_links.user_id', '=', userId)]))
        .execute()
      return toImages(rows)[0]
    },

    /** Lists the user's images among these that are in the trash, alone or with their link. */
    async listInTrash(userId: string, ids: string[]) {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('images')
        .innerJoin('links', 'links.id', 'images.link_id')
        .select(['images.id', 'images.link_id as linkId', 'links.user_id as linkOwnerId'])
        .where('images.id', 'in', ids)
        .where('images.user_id', '=', userId)
        .where((eb) => eb.or([inTrash, eb('links.user_id', '<>', userId)]))
        .execute()
      return rows.map(({ id, linkId, linkOwnerId }) => ({ id, linkId, isLinkLive: linkOwnerId === userId }))
    },

    /** Lists some of the images that were deleted up to this instant, oldest first. */
    async listTrashedUntil(userId: string, until: string, limit: number) {
      const query = own(userId).select('images.id').where('images.trashed_at', '<=', until)
      return (await query.orderBy('images.trashed_at').limit(limit).execute()).map(({ id }) => id)
    },

    /** Returns the owner of the image that has been in the trash longest, if it was deleted up to this instant. */
    async findOwnerToSweep(until: string) {
      const row = await db
        .selectFrom('images')
        .innerJoin('users', 'users.id', 'images.user_id')
        .select('images.user_id')
        .where('images.trashed_at', '<=', until)
        .where(inTrash)
        .where('users.removed_at', 'is', null)
        .orderBy('images.trashed_at')
        .limit(1)
        .executeTakeFirst()
      return row?.user_id
    },

    /** Returns the images' links, one per image. */
    async restoreTrashed(userId: string, ids: string[]) {
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('images')
        .set({ trashed_at: null })
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where(inTrash)
        .returning('link_id')
        .execute()
      return rows.map((row) => row.link_id)
    },

    /** Gives images in the trash to a removed account, whose data is deleted in batches. Returns what this frees. */
    async moveTrashed(userId: string, ids: string[], removedId: string) {
      if (ids.length === 0) return { images: 0, bytes: 0 }
      const rows = await db
        .updateTable('images')
        .set({ user_id: removedId })
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where(inTrash)
        .returning(['id', 'folder', 'bytes'])
        .execute()
      return { images: rows.length, bytes: await freedBytes(db, userId, rows) }
    },

    /** Counts what's restored. Returns the limit that it would exceed, if any. */
    countRestored: (userId: string, counts: { links: number; images: number }, limits: PlanLimits) =>
      countLinksAndImages(db, userId, counts, limits),
  }
}
