import type { Database } from '#server/platform/database/database.ts'

/** Delays the cleanup of deleted files while a backup copies them. */
export function createCleanupHoldRepository(db: Database) {
  return {
    hold: (id: string, until: string) =>
      db
        .insertInto('cleanup_holds')
        .values({ id, held_until: until })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ held_until: until }))
        .execute(),
    release: (id: string, now: string) =>
      db
        .deleteFrom('cleanup_holds')
        .where((eb) => eb.or([eb('id', '=', id), eb('held_until', '<=', now)]))
        .execute(),
  }
}
export type CleanupHoldRepository = ReturnType<typeof createCleanupHoldRepository>
