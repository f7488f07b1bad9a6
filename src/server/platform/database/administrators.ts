import type { Database } from './database.ts'

/** Whoever else makes, removes or counts administrators waits until we're done. */
export const lockAdministrators = (db: Database) =>
  db
    .insertInto('installation')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .execute()

/** Whether somebody can administer the installation without this account. */
export async function hasOtherAdministrator(db: Database, id: string) {
  const query = db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
