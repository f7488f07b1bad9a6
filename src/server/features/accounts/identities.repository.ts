import type { Database } from '#server/platform/database/database.ts'
import type { IdentityRow } from './accounts.tables.ts'

export type IdentityRecord = {
  id: string
  userId: string
  /** In the form of `normalizeIssuer`. */
  issuer: string
  subject: string
  /** The provider's. */
  name: string
  email: string | null
  createdAt: string
}

const toIdentity = (row: IdentityRow): IdentityRecord => ({
  id: row.id,
  userId: row.user_id,
  issuer: row.issuer,
  subject: row.subject,
  name: row.name,
  email: row.email,
  createdAt: row.created_at,
})

export function createIdentityRepository(db: Database) {
  const identities = db.selectFrom('identities').selectAll()

  return {
    async find(issuer: string, subject: string) {
      const row = await identities.where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()
      return row && toIdentity(row)
    },

    async findOf(userId: string) {
      const row = await identities.where('user_id', '=', userId).executeTakeFirst()
      return row && toIdentity(row)
    },

    /** Returns false if the account already has an identity, or if the identity belongs to an account. */
    async insert(identity: IdentityRecord) {
      const { id, userId, issuer, subject, name, email, createdAt } = identity
      const inserted = await db
        .insertInto('identities')
        .values({ id, user_id: userId, issuer, subject, name, email, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    update: (id: string, { name, email }: Pick<IdentityRecord, 'name' | 'email'>) =>
      db.updateTable('identities').set({ name, email }).where('id', '=', id).execute(),

    async remove(id: string) {
      const removed = await db.deleteFrom('identities').where('id', '=', id).returning('id').executeTakeFirst()
      return removed !== undefined
    },
  }
}
