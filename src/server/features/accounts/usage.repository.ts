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

export type PlanLimits = { links: number | null; images: number | null }

/**
 * Counts links and images that come back from the trash, whose bytes were counted all along. Returns the limit that they
 * would exceed, if any.
 */
export async function countLinksAndImages(
  db: Database,
  userId: string,
  { links, images }: { links: number; images: number },
  limits: PlanLimits,
): Promise<'links' | 'images' | undefined> {
  const row = await db
    .updateTable('usage')
    .set((eb) => ({ links: eb('links', '+', links), images: eb('images', '+', images) }))
    .where('user_id', '=', userId)
    .returning(['links', 'images'])
    .executeTakeFirst()
  if (links > 0 && limits.links !== null && (!row || row.links > limits.links)) return 'links'
  if (images > 0 && limits.images !== null && (!row || row.images > limits.images)) return 'images'
  return undefined
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

/**
 * The number of the account's images, for queries on `usage`. Images in the trash don't count, nor do those of links in
 * the trash, which belong to other accounts.
 */
export const countedImages = sql<number>`(
  (select count(*) from images inner join links on links.id = images.link_id and links.user_id = images.user_id
    where images.user_id = usage.user_id and images.trashed_at is null)
  + (select count(*) from waiting_images
      inner join links on links.id = waiting_images.link_id and links.user_id = waiting_images.user_id
    where waiting_images.user_id = usage.user_id))`

/**
 * The size of the account's images, for queries on `usage`. Images that share their files count once. Images in the trash
 * count, too.
 */
export const usedBytes = sql<number>`(
  (select coalesce(sum(bytes), 0) from (
    select max(images.bytes) as bytes from images where images.user_id = usage.user_id
    group by coalesce(images.folder, images.id)) as folders)
  + (select coalesce(sum(bytes), 0) from waiting_images where waiting_images.user_id = usage.user_id))`

/** Lock the row first, so the recount sees concurrent changes. */
export const recountUsage = (db: Database, userId: string) =>
  sql`
    update usage set links = (select count(*) from links where links.user_id = usage.user_id),
                     images = ${countedImages}, bytes = ${usedBytes}
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
