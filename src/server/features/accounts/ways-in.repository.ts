import type { Database } from '#server/platform/database/database.ts'

/** Whether someone can still log in to the account. Lock it, remove a way in, call this, and roll back if it's false. */
export async function hasWayIn(db: Database, userId: string) {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('password_hash', '<>', ''),
        eb.exists(eb.selectFrom('passkeys').select('passkeys.id').where('passkeys.user_id', '=', userId)),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
