import type { Database } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/errors.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { lockAccount } from './accounts.repository.ts'

export const createEmailChangeRepository = (db: Database) => withTransactions(db, bind)
export type EmailChangeRepository = ReturnType<typeof createEmailChangeRepository>

type EmailChange = { id: string; userId: string; email: string; expiresAt: string }

function bind(db: Database) {
  const findBy = async (column: 'id' | 'user_id', value: string, now: string) => {
    const row = await db
      .selectFrom('email_changes')
      .selectAll()
      .where(column, '=', value)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row && { id: row.id, userId: row.user_id, email: row.email, expiresAt: row.expires_at }
  }

  return {
    find: (id: string, now: string) => findBy('id', id, now),
    findOf: (userId: string, now: string) => findBy('user_id', userId, now),

    /** Replaces an earlier request of the same account. */
    async set({ id, userId, email, expiresAt }: EmailChange) {
      const columns = { id, email, expires_at: expiresAt }
      await db
        .insertInto('email_changes')
        .values({ user_id: userId, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute()
    },

    /** Returns the current address, or undefined if the account is gone. Lock it before deleting the request. */
    lock: (userId: string) => lockAccount(db, userId),

    /**
     * Ends all sessions and password resets. Returns false if another account has the address. On PostgreSQL, the
     * transaction can't be used after that.
     */
    async changeEmail(userId: string, email: string) {
      try {
        await db.updateTable('users').set({ email, is_confirmed: 1 }).where('id', '=', userId).execute()
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
      await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
      return true
    },

    /** If two requests use the same token, only one gets true. */
    async take(id: string) {
      const result = await db.deleteFrom('email_changes').where('id', '=', id).executeTakeFirstOrThrow()
      return result.numDeletedRows > 0n
    },

    removeOf: (userId: string) => db.deleteFrom('email_changes').where('user_id', '=', userId).execute(),
    removeExpired: (now: string) => db.deleteFrom('email_changes').where('expires_at', '<=', now).execute(),
    insertTask: (task: Task) => insertTask(db, task),
  }
}
