import type { Database } from '#server/platform/database/database.ts'

/**
 * Until deleted data is purged, it belongs to a removed account. No one can log in to that account, visitors can't open
 * its links, and lists omit it. A deleted link is moved to a new removed account, where it can also wait in the trash.
 */
const columnsOf = (id: string, now: string) => ({
  // Frees the email address right away. The replacement isn't a valid address.
  email: `removed ${id}`,
  password_hash: '',
  is_admin: 0,
  disabled_at: now,
  removed_at: now,
})

/** The owner's totals include the link's counts, which have to be subtracted. */
type OfLink = { linkId: string; ownerId: string }

export const insertRemovedAccount = (db: Database, id: string, now: string) =>
  db
    .insertInto('users')
    .values({ id, name: '', gallery_name: null, created_at: now, ...columnsOf(id, now) })
    .execute()

/** The caller also inserts the task that deletes what the account has. */
export const insertRemoval = (db: Database, id: string, ofLink?: OfLink) =>
  db
    .insertInto('removals')
    .values({
      user_id: id,
      counted_for: ofLink?.ownerId ?? null,
      link_id: ofLink?.linkId ?? null,
      uncounted_until: 0,
    })
    .execute()

/** For removed accounts whose link was restored. */
export const removeEmptyAccounts = (db: Database, ids: string[]) =>
  db.deleteFrom('users').where('id', 'in', ids).where('removed_at', 'is not', null).execute()

const tablesOfAccount = [
  'sessions',
  'identities',
  'api_keys',
  'webhooks',
  'password_resets',
  'email_changes',
  'passkeys',
  'recovery_codes',
  'second_factors',
  'exports',
  'contact_messages',
  'domains',
  'collaborators',
] as const

/**
 * Immediately removes everything that grants access, and the account's exports and contact messages. Returns false if
 * the account was already deleted.
 */
export async function markAccountDeleted(db: Database, id: string, now: string) {
  const result = await db
    .updateTable('users')
    .set(columnsOf(id, now))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (result.numUpdatedRows === 0n) return false
  for (const table of tablesOfAccount) {
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await db.deleteFrom('collaborators').where('owner_id', '=', id).execute()
  await insertRemoval(db, id)
  return true
}
