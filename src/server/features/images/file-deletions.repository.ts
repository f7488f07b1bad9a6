import type { Database } from '#server/platform/database/database.ts'

type Claim = { dueBefore: string; now: string; leaseEndsAt: string; limit: number }

/** Uploads schedule the deletion of the files they're about to store, and cancel it when they add the image. */
export const bindScheduledDeletions = (db: Database) => ({
  scheduleDeletion: (prefix: string, notBefore: string) =>
    db
      .insertInto('doomed_objects')
      .values({ prefix, not_before: notBefore, is_claimed: 0 })
      .onConflict((conflict) => conflict.column('prefix').doUpdateSet({ not_before: notBefore }))
      .execute(),

  /** For files that can be made again under the same prefix. Returns false while earlier ones are being deleted. */
  async scheduleUnlessClaimed(prefix: string, notBefore: string) {
    const result = await db
      .insertInto('doomed_objects')
      .values({ prefix, not_before: notBefore, is_claimed: 0 })
      .onConflict((conflict) =>
        conflict.column('prefix').doUpdateSet({ not_before: notBefore }).where('doomed_objects.is_claimed', '=', 0),
      )
      .executeTakeFirstOrThrow()
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
  },

  /** Does nothing if the upload was committed after all, which canceled the deletion. */
  makeDeletionDue: (prefix: string) =>
    db.updateTable('doomed_objects').set({ not_before: '' }).where('prefix', '=', prefix).execute(),

  /** Returns false if the files are being deleted or already gone. */
  async cancelDeletion(prefix: string) {
    const result = await db
      .deleteFrom('doomed_objects')
      .where('prefix', '=', prefix)
      .where('is_claimed', '=', 0)
      .executeTakeFirstOrThrow()
    return result.numDeletedRows > 0n
  },
})

export function createFileDeletionRepository(db: Database) {
  return {
    /**
     * Claims prefixes that are due, unless a backup has paused deletions. An upload can't cancel a claimed deletion,
     * and no other node can claim it until `leaseEndsAt`.
     */
    async claim({ dueBefore, now, leaseEndsAt, limit }: Claim) {
      const due = db
        .selectFrom('doomed_objects')
        .select('prefix')
        .where('not_before', '<=', dueBefore)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('cleanup_holds').select('id').where('held_until', '>', now))),
        )
        .orderBy('not_before')
        .limit(limit)
      const rows = await db
        .updateTable('doomed_objects')
        .set({ is_claimed: 1, not_before: leaseEndsAt })
        .where('prefix', 'in', due)
        // After waiting for a concurrent claim, PostgreSQL rechecks this condition but doesn't rerun the subquery.
        .where('not_before', '<=', dueBefore)
        .returning('prefix')
        .execute()
      return rows.map((row) => row.prefix)
    },

    /** Makes a failed deletion due immediately, so any node can retry it. */
    release: (prefix: string, now: string) =>
      db.updateTable('doomed_objects').set({ not_before: now }).where('prefix', '=', prefix).execute(),

    async count() {
      const { count } = await db
        .selectFrom('doomed_objects')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /**
     * Removes the folders whose files are gone, except those that were scheduled again after they were claimed. Each
     * statement waits for the disk, so one is for all of them.
     */
    async remove(prefixes: string[], { leaseEndsAt }: Pick<Claim, 'leaseEndsAt'>) {
      if (prefixes.length === 0) return
      await db
        .deleteFrom('doomed_objects')
        .where('prefix', 'in', prefixes)
        .where('not_before', '=', leaseEndsAt)
        .execute()
    },
  }
}
export type FileDeletionRepository = ReturnType<typeof createFileDeletionRepository>
