import type { Database } from './database.ts'

/**
 * What is deleted belongs, until it has gone, to an account that is removed: nobody can sign in to it, its links are not there to
 * anybody, and lists leave it out. A deleted account is its own; a deleted link is given to a new one.
 */
const columnsOf = (id: string, now: string) => ({
  // The address is free again at once; this is nobody's, for it is no address.
  email: `removed ${id}`,
  password_hash: '',
  is_admin: 0,
  disabled_at: now,
  removed_at: now,
})

/** Of a link whose counts are part of its owner's: those are to be taken out. */
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

/** What lets anybody in, or tells of the account by itself, goes at once; false when it has been removed already. */
export async function markAccountDeleted(db: Database, id: string, now: string) {
  const result = await db
    .updateTable('users')
    .set(columnsOf(id, now))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (result.numUpdatedRows === 0n) return false
  for (const table of ['sessions', 'password_resets', 'exports', 'contact_messages'] as const) {
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await db
    .insertInto('removals')
    .values({ user_id: id, counted_for: null, link_id: null, uncounted_until: 0 })
    .execute()
  return true
}
