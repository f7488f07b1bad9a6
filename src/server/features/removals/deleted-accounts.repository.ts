import type { Database } from '#server/platform/database/database.ts'

/**
 * Until deleted data is purged, it belongs to a removed account. No one can log in to that account, visitors can't open
 * its links, and lists omit it. A deleted link is moved to a new removed account.
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

export async function insertDeletedAccount(db: Database, id: string, { linkId, ownerId }: OfLink, now: string) {
  await db
    .insertInto('users')
    .values({ id, name: '', gallery_name: null, created_at: now, ...columnsOf(id, now) })
    .execute()
  await db
    .insertInto('removals')
    .values({ user_id: id, counted_for: ownerId, link_id: linkId, uncounted_until: 0 })
    .execute()
}

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
  const tables = ['sessions', 'identities', 'api_keys', 'password_resets', 'exports', 'contact_messages'] as const
  for (const table of tables) {
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await db
    .insertInto('removals')
    .values({ user_id: id, counted_for: null, link_id: null, uncounted_until: 0 })
    .execute()
  return true
}
