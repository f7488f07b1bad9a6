import type { Database } from '#server/platform/database/database.ts'

/** Serializes transactions that create, remove or count administrators. */
export const lockAdministrators = (db: Database) =>
  db
    .insertInto('installation')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .execute()

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
