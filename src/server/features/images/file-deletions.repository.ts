import type { Database } from '#server/platform/database/database.ts'

export function createFileDeletionRepository(db: Database) {
  return {
    /** Claims prefixes that are due, none while a backup needs them; from then on no upload can cancel their deletion. */
    async claim({ dueBefore, now, limit }: { dueBefore: string; now: string; limit: number }) {
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
        .set({ is_claimed: 1 })
        .where('prefix', 'in', due)
        .returning('prefix')
        .execute()
      return rows.map((row) => row.prefix)
    },

    async count() {
      const { count } = await db
        .selectFrom('doomed_objects')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    remove: (prefix: string) => db.deleteFrom('doomed_objects').where('prefix', '=', prefix).execute(),
  }
}
export type FileDeletionRepository = ReturnType<typeof createFileDeletionRepository>
