import type { Database } from '#server/platform/database/database.ts'

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
