import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** Null means unlimited. */
type ImageLimits = { images: number | null; bytes: number | null }

/**
 * Counts a link before it's inserted. Returns false if the limit is reached. Because this is a single statement,
 * concurrent calls can't exceed the limit.
 */
export async function countLink(db: Database, userId: string, limit: number | null) {
  const result = await db
    .updateTable('usage')
    .set((eb) => ({ links: eb('links', '+', 1) }))
    .where('user_id', '=', userId)
    .$if(limit !== null, (query) => query.where('links', '<', limit))
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}

/**
 * Counts images before they're inserted. Returns false if they would exceed a limit. Call this first in the
 * transaction: locking the counter row blocks other changes to this user's images.
 */
export async function countImages(
  db: Database,
  userId: string,
  { images, bytes }: { images: number; bytes: number },
  { images: maxImages, bytes: maxBytes }: ImageLimits,
) {
  const result = await db
    .updateTable('usage')
    .set((eb) => ({ images: eb('images', '+', images), bytes: eb('bytes', '+', bytes) }))
    .where('user_id', '=', userId)
    .$if(maxImages !== null, (query) => query.where((eb) => eb(eb('images', '+', images), '<=', maxImages)))
    .$if(maxBytes !== null, (query) => query.where((eb) => eb(eb('bytes', '+', bytes), '<=', maxBytes)))
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}

type Freed = { links?: number; images: number; bytes: number }

export const subtractUsage = (db: Database, userId: string, { links = 0, images, bytes }: Freed) =>
  db
    .updateTable('usage')
    .set((eb) => ({
      links: eb('links', '-', links),
      images: eb('images', '-', images),
      bytes: eb('bytes', '-', bytes),
    }))
    .where('user_id', '=', userId)
    .execute()

/** The size of the account's images, for queries on `usage`. Images that share their files count once. */
export const usedBytes = sql<number>`(
  (select coalesce(sum(bytes), 0) from (
    select max(images.bytes) as bytes from images where images.user_id = usage.user_id
    group by coalesce(images.folder, images.id)) as folders)
  + (select coalesce(sum(bytes), 0) from waiting_images where waiting_images.user_id = usage.user_id))`

/** Lock the row first, so the recount sees concurrent changes. */
export const recountUsage = (db: Database, userId: string) =>
  sql`
    update usage set links = (select count(*) from links where links.user_id = usage.user_id),
                     images = (select count(*) from images where images.user_id = usage.user_id)
                       + (select count(*) from waiting_images where waiting_images.user_id = usage.user_id),
                     bytes = ${usedBytes}
    where user_id = ${userId}`.execute(db)

/**
 * Call this before deleting an image, a link or an account, or writing rows under one. Locking the owner's usage row
 * first avoids deadlocks.
 */
export const lockUsage = (db: Database, userId: string) =>
  db
    .updateTable('usage')
    .set((eb) => ({ links: eb.ref('links') }))
    .where('user_id', '=', userId)
    .execute()
