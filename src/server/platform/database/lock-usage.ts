import type { Database } from './database.ts'

/**
 * Whoever deletes an image, a link or an account, or writes of something under them, takes the row of the owner's usage before any
 * other: in one order, nobody waits for each other in a ring.
 */
export const lockUsage = (db: Database, userId: string) =>
  db
    .updateTable('usage')
    .set((eb) => ({ links: eb.ref('links') }))
    .where('user_id', '=', userId)
    .execute()
