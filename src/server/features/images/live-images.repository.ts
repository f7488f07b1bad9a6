import { type SqlBool, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Every query that reads `images` has this condition, except the trash and maintenance. test/architecture/image-reads.ts
 * lists the exceptions.
 */
export const isLive = sql<SqlBool>`images.trashed_at is null`

/** Joins the account of the guest or collaborator who added an image, as `adders`. */
export const isAdder = sql<SqlBool>`adders.id = coalesce(guests.user_id, images.adder_id)`

export type OwnedImage = { id: string; linkId: string; fileName: string; guestId: string | null }

/** Lists where the user's images among these are. Bulk changes read a thousand, so it reads few columns. */
export const listOwnedImages = (db: Database, userId: string, ids: string[]): Promise<OwnedImage[]> =>
  db
    .selectFrom('images')
    .innerJoin('links', 'links.id', 'images.link_id')
    .innerJoin('users', 'users.id', 'links.user_id')
    .select(['images.id', 'images.link_id as linkId', 'images.file_name as fileName', 'images.guest_id as guestId'])
    .where('images.id', 'in', ids)
    .where('links.user_id', '=', userId)
    .where('users.removed_at', 'is', null)
    .where(isLive)
    .execute()
