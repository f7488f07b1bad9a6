import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { lockAccount } from './accounts.repository.ts'
import type { PasskeyRow } from './accounts.tables.ts'
import { countWaysIn, type LoginSettings } from './ways-in.repository.ts'

export type PasskeyRecord = {
  id: string
  userId: string
  name: string
  credentialId: string
  publicKey: string
  counter: number
  isSynced: boolean
  createdAt: string
  lastUsedOn: string | null
}

const toPasskey = (row: PasskeyRow): PasskeyRecord => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  isSynced: row.is_synced === 1,
  createdAt: row.created_at,
  lastUsedOn: row.last_used_on,
})

export const createPasskeyRepository = (db: Database) => withTransactions(db, bind)
export type PasskeyRepository = ReturnType<typeof createPasskeyRepository>

function bind(db: Database) {
  return {
    async list(userId: string) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toPasskey)
    },

    async findByCredential(credentialId: string) {
      const query = db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId)
      const row = await query.executeTakeFirst()
      return row && toPasskey(row)
    },

    /** Keeps the number of passkeys and ways in from changing until the transaction ends. */
    lockAccount: (userId: string) => lockAccount(db, userId),
    countWaysIn: (userId: string, settings: LoginSettings) => countWaysIn(db, userId, settings),

    /** Returns false if the passkey is registered already. */
    async insert(passkey: PasskeyRecord) {
      const row = await db
        .insertInto('passkeys')
        .values({
          id: passkey.id,
          user_id: passkey.userId,
          name: passkey.name,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          is_synced: Number(passkey.isSynced),
          created_at: passkey.createdAt,
          last_used_on: passkey.lastUsedOn,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async rename(userId: string, id: string, name: string) {
      const row = await db
        .updateTable('passkeys')
        .set({ name })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toPasskey(row)
    },

    async remove(userId: string, id: string) {
      const query = db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n
    },

    /** Returns false if the counter didn't go up. Passkeys without a counter always send 0. */
    async use(id: string, { counter, isSynced, today }: { counter: number; isSynced: boolean; today: string }) {
      const result = await db
        .updateTable('passkeys')
        .set({ counter, is_synced: Number(isSynced), last_used_on: today })
        .where('id', '=', id)
        .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    /** If two responses answer the same challenge, only one gets true. */
    async useChallenge(challenge: string, expiresAt: string) {
      const row = await db
        .insertInto('used_passkey_challenges')
        .values({ challenge, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('challenge').doNothing())
        .returning('challenge')
        .executeTakeFirst()
      return row !== undefined
    },

    removeExpiredChallenges: (now: string) =>
      db.deleteFrom('used_passkey_challenges').where('expires_at', '<=', now).execute(),

    insertTask: (task: Task) => insertTask(db, task),
  }
}
