import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { AuditRow } from './accounts.tables.ts'
import { insertAudit } from './audit.repository.ts'

export const createSecondFactorRepository = (db: Database) => withTransactions(db, bind)
export type SecondFactorRepository = ReturnType<typeof createSecondFactorRepository>

export const secretContext = (userId: string) => `second-factor/${userId}`

/** Leaves out unconfirmed secrets, which expire after minutes. */
export const createSecondFactorSecrets = (db: Database) => ({
  name: 'authenticator apps',

  async list(after: string, limit: number) {
    const rows = await db
      .selectFrom('second_factors')
      .select(['user_id', 'secret'])
      .where('user_id', '>', after)
      .where('confirmed_at', 'is not', null)
      .orderBy('user_id')
      .limit(limit)
      .execute()
    return rows.map(({ user_id: id, secret }) => ({ id, encrypted: secret, context: secretContext(id) }))
  },

  replace: (id: string, { from, to }: { from: string; to: string }) =>
    db.updateTable('second_factors').set({ secret: to }).where('user_id', '=', id).where('secret', '=', from).execute(),
})

function bind(db: Database) {
  return {
    async find(userId: string) {
      const row = await db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row && { secret: row.secret, confirmedAt: row.confirmed_at, expiresAt: row.expires_at }
    },

    /** Replaces a secret that isn't confirmed yet. Returns false if the second factor is already on. */
    async start(userId: string, secret: string, expiresAt: string) {
      const row = await db
        .insertInto('second_factors')
        .values({ user_id: userId, secret, confirmed_at: null, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ secret, expires_at: expiresAt })
            .where('second_factors.confirmed_at', 'is', null),
        )
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns false if the secret was replaced or confirmed in the meantime. */
    async confirm(userId: string, { secret, step, now }: { secret: string; step: number; now: string }) {
      const result = await db
        .updateTable('second_factors')
        .set({ confirmed_at: now, last_step: step })
        .where('user_id', '=', userId)
        .where('secret', '=', secret)
        .where('confirmed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    /**
     * Returns false if a code of this step or a later one was already used, or if another app was set up. Compares times
     * instead of secrets, because a secret may just have been re-encrypted.
     */
    async useStep(userId: string, { confirmedAt, step }: { confirmedAt: string; step: number }) {
      const result = await db
        .updateTable('second_factors')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('confirmed_at', '=', confirmedAt)
        .where('last_step', '<', step)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    async remove(userId: string) {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const row = await db
        .deleteFrom('second_factors')
        .where('user_id', '=', userId)
        .returning('confirmed_at')
        .executeTakeFirst()
      return row !== undefined && row.confirmed_at !== null
    },

    async listRecoveryCodes(userId: string) {
      const rows = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute()
      return rows.map((row) => row.code_hash)
    },

    /** Returns false if another request used it first. */
    async takeRecoveryCode(userId: string, codeHash: string) {
      const result = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirstOrThrow()
      return result.numDeletedRows > 0n
    },

    async replaceRecoveryCodes(userId: string, codeHashes: string[]) {
      // Concurrent calls wait here, so only one of them leaves its codes.
      await db
        .updateTable('second_factors')
        .set((eb) => ({ last_step: eb.ref('last_step') }))
        .where('user_id', '=', userId)
        .execute()
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const rows = codeHashes.map((hash) => ({ user_id: userId, code_hash: hash }))
      await db.insertInto('recovery_codes').values(rows).execute()
    },

    removeOtherSessions: (userId: string, keepId: string) =>
      db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', keepId).execute(),

    removeUnconfirmed: (now: string) =>
      db.deleteFrom('second_factors').where('confirmed_at', 'is', null).where('expires_at', '<=', now).execute(),

    insertAudit: (entry: AuditRow) => insertAudit(db, entry),
    insertTask: (task: Task) => insertTask(db, task),
  }
}
