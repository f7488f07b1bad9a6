import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'

const imagesAtOnce = 10

/** The batch size for rows that cascade to many others. */
const heavyAtOnce = 20

/** These rows of a link are deleted in batches, because they cascade or can be numerous. */
const ofLink = [
  { table: 'activity' },
  { table: 'resumable_uploads' },
  { table: 'passes' },
  { table: 'choices', limit: heavyAtOnce },
  { table: 'guests', limit: heavyAtOnce },
  { table: 'invitations', limit: heavyAtOnce },
  { table: 'followers' },
  { table: 'reports' },
] as const

/** Stores how far a deleted link's counts have been subtracted. Call it in the transaction that subtracts them. */
export const setSubtractedUntil = (db: Database, userId: string, hour: number) =>
  db.updateTable('removals').set({ uncounted_until: hour }).where('user_id', '=', userId).execute()

/** Each step is short and idempotent, so a removal can be interrupted and resumed. */
export function createRemovalRepository(db: Database, isStopping: () => boolean) {
  const clear = (step: Parameters<typeof deleteInBatches>[1]) => deleteInBatches(db, step, isStopping)

  /**
   * Keeps the counters of the account and the link exact at all times. Always lock the account's counters first, to
   * avoid deadlocks.
   */
  const removeSome = (userId: string, ids: string[]) =>
    inTransaction(db, async (tx) => {
      await sql`update usage set links = links where user_id = ${userId}`.execute(tx)
      const gone = await tx
        .deleteFrom('images')
        .where('id', 'in', ids)
        .returning(['id', 'link_id', 'folder', 'bytes', 'trashed_at'])
        .execute()
      const bytes = await freedBytes(tx, userId, gone)
      const live = gone.filter((image) => image.trashed_at === null)
      await sql`
        update usage set images = images - ${sql.lit(live.length)}, bytes = bytes - ${sql.lit(bytes)}
        where user_id = ${userId}`.execute(tx)
      for (const [linkId, { length }] of Map.groupBy(live, (image) => image.link_id)) {
        await sql`
          update links set image_count = image_count - ${sql.lit(length)}, cover_chosen = 0,
            cover_image_id = (
              select id from images where link_id = links.id and trashed_at is null
              order by section_position, position, id limit 1
            )
          where id = ${linkId}`.execute(tx)
      }
    })

  /** Images that need approval. */
  async function removeWaiting(userId: string) {
    const some = db.selectFrom('waiting_images').select('id').where('user_id', '=', userId).limit(imagesAtOnce)
    return inTransaction(db, async (tx) => {
      await sql`update usage set links = links where user_id = ${userId}`.execute(tx)
      const gone = await tx.deleteFrom('waiting_images').where('id', 'in', some).returning('bytes').execute()
      const bytes = gone.reduce((sum, row) => sum + Number(row.bytes), 0)
      await sql`
        update usage set images = images - ${sql.lit(gone.length)}, bytes = bytes - ${sql.lit(bytes)}
        where user_id = ${userId}`.execute(tx)
      return gone.length > 0
    })
  }

  return {
    find: (userId: string) => db.selectFrom('removals').selectAll().where('user_id', '=', userId).executeTakeFirst(),

    /** Gives back one link that the account has in its trash, to be removed with the others. */
    takeFromTrash: (userId: string) =>
      inTransaction(db, async (tx) => {
        const oldest = tx.selectFrom('trashed_links').select('link_id').where('user_id', '=', userId).limit(1)
        const taken = tx.deleteFrom('trashed_links').where('link_id', 'in', oldest)
        const entry = await taken.returning(['link_id', 'holder_id']).executeTakeFirst()
        if (!entry) return false
        const given = tx.updateTable('links').set({ user_id: userId }).where('id', '=', entry.link_id)
        const { image_count: shown, waiting_count: waiting } = await given
          .returning(['image_count', 'waiting_count'])
          .executeTakeFirstOrThrow()
        await sql`
          update usage set links = links + 1, images = images + ${sql.lit(shown + waiting)}
          where user_id = ${userId}`.execute(tx)
        await tx.deleteFrom('users').where('id', '=', entry.holder_id).execute()
        return true
      }),

    /** Removes one batch of images. Returns false when there are no more, or on shutdown. */
    async removeImages(userId: string) {
      const images = db.selectFrom('images').select('id').where('user_id', '=', userId).limit(imagesAtOnce)
      const ids = (await images.execute()).map(({ id }) => id)
      for (const id of ids) {
        await clear({ table: 'image_view_snapshots', key: ['image_id', 'hour'], where: sql`image_id = ${id}` })
        await clear({ table: 'comments', key: ['id'], where: sql`image_id = ${id}` })
      }
      if (isStopping()) return false
      if (ids.length === 0) return removeWaiting(userId)
      await removeSome(userId, ids)
      return true
    },

    /**
     * Removes one link. Its images and counts must be removed first. Returns false when there are no more, or on
     * shutdown.
     */
    async removeLink(userId: string) {
      const link = await db.selectFrom('links').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
      if (!link) return false
      for (const step of ofLink) await clear({ ...step, key: ['id'], where: sql`link_id = ${link.id}` })
      if (isStopping()) return false
      await inTransaction(db, async (tx) => {
        await sql`update usage set links = links - 1 where user_id = ${userId}`.execute(tx)
        await tx.deleteFrom('links').where('id', '=', link.id).execute()
      })
      return true
    },

    async removeCounts(userId: string, linkId?: string) {
      const where = linkId === undefined ? sql`user_id = ${userId}` : sql`user_id = ${userId} and link_id = ${linkId}`
      await clear({ table: 'counter_snapshots', key: ['user_id', 'link_id', 'hour'], where })
      await clear({ table: 'referrers', key: ['user_id', 'link_id', 'span', 'host'], where })
    },

    async removeContributions(userId: string) {
      await clear({ table: 'comments', key: ['id'], where: sql`user_id = ${userId}` })
      await clear({ table: 'choices', key: ['id'], where: sql`user_id = ${userId}`, limit: heavyAtOnce })
      await clear({ table: 'activity', key: ['id'], where: sql`user_id = ${userId}` })
    },

    /** Rows that were added in the meantime are deleted by cascade. */
    removeAccount: (userId: string) =>
      db.deleteFrom('users').where('id', '=', userId).where('removed_at', 'is not', null).execute(),

    insertTask: (task: Task) => insertTask(db, task),
  }
}
export type RemovalRepository = ReturnType<typeof createRemovalRepository>

type LeavingImage = { id: string; folder: string | null; bytes: number }

/**
 * Call this after the images have left the account. Counts each folder once, and only if none of the account's other
 * images share it.
 */
export async function freedBytes(db: Database, userId: string, images: LeavingImage[]) {
  const sizes = new Map(images.map(({ id, folder, bytes }) => [folder ?? id, Number(bytes)]))
  if (sizes.size === 0) return 0
  const folders = [...sizes.keys()]
  const ofUser = db.selectFrom('images').where('user_id', '=', userId)
  const originals = ofUser.where('id', 'in', folders).select('id as kept').$castTo<{ kept: string | null }>()
  const copies = ofUser.where('folder', 'in', folders).select('folder as kept')
  for (const { kept } of await originals.unionAll(copies).execute()) sizes.delete(kept ?? '')
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Returns the subscriptions to cancel at the provider. */
export async function removeSubscriptions(db: Database, userId: string) {
  const rows = await db
    .deleteFrom('subscriptions')
    .where('user_id', '=', userId)
    .returning(['provider', 'subscription_id'])
    .execute()
  return rows.flatMap(({ provider, subscription_id: subscriptionId }) =>
    subscriptionId === null ? [] : [{ provider, subscriptionId }],
  )
}
