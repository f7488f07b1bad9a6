import type { Database } from './database.ts'

/**
 * Before deleting an image, a link or an account, or writing anything under one, lock the owner's usage row first.
 * Always lock in this order, to avoid deadlocks.
 */
export const lockUsage = (db: Database, userId: string) =>
  db
    .updateTable('usage')
    .set((eb) => ({ links: eb.ref('links') }))
    .where('user_id', '=', userId)
    .execute()
