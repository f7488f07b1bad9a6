import { markAccountDeleted } from '#server/features/removals/deleted-accounts.repository.ts'
import { removeSubscriptions } from '#server/features/removals/removals.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { Profile } from '#shared/account-forms.ts'
import type { InstallationChange } from '#shared/administration-forms.ts'
import type { AuditRow, UserRow } from './accounts.tables.ts'
import { hasOtherAdministrator, lockAdministrators } from './administrators.repository.ts'
import { hasApiKeys, removeApiKeys } from './api-keys.repository.ts'
import { insertAudit } from './audit.repository.ts'
import { createIdentityRepository } from './identities.repository.ts'
import { createRegistrationInvitationRepository } from './registration-invitations.repository.ts'
import { lockUsage } from './usage.repository.ts'
import { countWaysIn, type LoginSettings } from './ways-in.repository.ts'

export type Account = {
  id: string
  name: string
  galleryName: string
  email: string
  /** Empty if the account has no password. */
  passwordHash: string
  isAdmin: boolean
  isGroupAdmin: boolean
  isConfirmed: boolean
  isDisabled: boolean
  createdAt: string
}
type NewAccount = Omit<Account, 'galleryName' | 'isDisabled' | 'isGroupAdmin'>

const toAccount = (row: UserRow): Account => ({
  id: row.id,
  name: row.name,
  galleryName: row.gallery_name ?? row.name,
  email: row.email,
  passwordHash: row.password_hash,
  isAdmin: row.is_admin === 1,
  isGroupAdmin: row.is_group_admin === 1,
  isConfirmed: row.is_confirmed === 1,
  isDisabled: row.disabled_at !== null,
  createdAt: row.created_at,
})

/** Returns undefined if the account was deleted. */
export const lockAccount = (db: Database, id: string) =>
  db
    .updateTable('users')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('email')
    .executeTakeFirst()

export const createAccountRepository = (db: Database) => withTransactions(db, bind)
export type AccountRepository = ReturnType<typeof createAccountRepository>

function bind(db: Database) {
  const invitations = createRegistrationInvitationRepository(db)

  const findBy = async (column: 'id' | 'email', value: string) => {
    const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst()
    return row && toAccount(row)
  }

  /** Emails that were sent for them become worthless. */
  const removePendingChanges = async (id: string) => {
    await db.deleteFrom('password_resets').where('user_id', '=', id).execute()
    await db.deleteFrom('email_changes').where('user_id', '=', id).execute()
  }

  return {
    identities: createIdentityRepository(db),

    countWaysIn: (userId: string, settings: LoginSettings) => countWaysIn(db, userId, settings),

    find: (id: string) => findBy('id', id),
    findByEmail: (email: string) => findBy('email', email),

    async hasAny() {
      const query = db.selectFrom('users').select('id').where('removed_at', 'is', null).limit(1)
      return (await query.executeTakeFirst()) !== undefined
    },

    /** Lists email addresses. */
    async listAdministrators() {
      const rows = await db
        .selectFrom('users')
        .select('email')
        .where('removed_at', 'is', null)
        .where('is_admin', '=', 1)
        .where('disabled_at', 'is', null)
        .orderBy('created_at')
        .execute()
      return rows.map(({ email }) => email)
    },

    /** At most one call per installation returns true, even after all accounts are deleted. */
    findInstallation: () =>
      db.selectFrom('installation').select(['registration', 'email_declined']).where('id', '=', 1).executeTakeFirst(),

    updateInstallation({ registration, isEmailDeclined }: InstallationChange) {
      const columns = {
        ...(registration !== undefined && { registration }),
        ...(isEmailDeclined !== undefined && { email_declined: Number(isEmailDeclined) }),
      }
      return db
        .insertInto('installation')
        .values({ id: 1, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1, ...columns }))
        .execute()
    },

    async claimFirstAccount() {
      const claimed = await db
        .insertInto('installation')
        .values({ id: 1 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return claimed !== undefined
    },

    /**
     * Checks whether removing this account would leave the others without an administrator. The lock keeps other
     * administrators from leaving until the transaction ends.
     */
    async isLastAdministrator(id: string) {
      const account = await db.selectFrom('users').select('is_admin').where('id', '=', id).executeTakeFirst()
      if (account?.is_admin !== 1) return false
      await lockAdministrators(db)
      if (await hasOtherAdministrator(db, id)) return false
      const others = db.selectFrom('users').select('id').where('removed_at', 'is', null).where('id', '<>', id).limit(1)
      return (await others.executeTakeFirst()) !== undefined
    },

    /** Doesn't touch administrators who got the role another way. Returns whether anything changed. */
    async setGroupAdmin(id: string, isAdmin: boolean) {
      await lockAdministrators(db)
      const result = await db
        .updateTable('users')
        .set({ is_admin: Number(isAdmin), is_group_admin: Number(isAdmin) })
        .where('id', '=', id)
        .where(isAdmin ? 'is_admin' : 'is_group_admin', '=', isAdmin ? 0 : 1)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    /** Returns undefined if the email address is taken. */
    async insert(account: NewAccount): Promise<Account | undefined> {
      const row = await db
        .insertInto('users')
        .values({
          id: account.id,
          name: account.name,
          gallery_name: null,
          email: account.email,
          password_hash: account.passwordHash,
          is_admin: Number(account.isAdmin),
          is_confirmed: Number(account.isConfirmed),
          created_at: account.createdAt,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) return undefined
      await db.insertInto('usage').values({ user_id: row.id, links: 0, images: 0 }).execute()
      return toAccount(row)
    },

    async updateNames(id: string, { name, galleryName }: Profile) {
      const row = await db
        .updateTable('users')
        .set((eb) => ({ name: name ?? eb.ref('name'), gallery_name: galleryName ?? eb.ref('gallery_name') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toAccount(row)
    },

    /** Lock the account before its password resets, to avoid deadlocks. */
    lock: (id: string) => lockAccount(db, id),

    /**
     * Also ends all sessions, other resets and a change of the email address, revokes all API keys, and confirms the
     * email address that received the reset email. Returns whether there were any keys.
     */
    async resetPassword(id: string, passwordHash: string) {
      const columns = { password_hash: passwordHash, is_confirmed: 1 }
      await db.updateTable('users').set(columns).where('id', '=', id).execute()
      await removePendingChanges(id)
      await db.deleteFrom('sessions').where('user_id', '=', id).execute()
      return { hadKeys: await removeApiKeys(db, id) }
    },

    hasApiKeys: (id: string) => hasApiKeys(db, id),

    /**
     * Returns false if the password changed since it was verified, or if the session ended. Also ends all other
     * sessions, all resets and a change of the email address.
     */
    async changePassword(id: string, change: { from: string; to: string; sessionId: string }) {
      const result = await db
        .updateTable('users')
        .set({ password_hash: change.to })
        .where('id', '=', id)
        .where('password_hash', '=', change.from)
        .where((eb) => eb.exists(eb.selectFrom('sessions').select('id').where('sessions.id', '=', change.sessionId)))
        .executeTakeFirstOrThrow()
      if (result.numUpdatedRows === 0n) return false
      await removePendingChanges(id)
      await db.deleteFrom('sessions').where('user_id', '=', id).where('id', '!=', change.sessionId).execute()
      return true
    },

    /**
     * Returns the account's link IDs, or undefined if it was already removed. A task removes its contents later. The
     * usage lock comes before the lock on the account, to avoid deadlocks. It also keeps links from being added in the
     * meantime.
     */
    async markRemoved(id: string, now: string) {
      await lockUsage(db, id)
      const links = await db.selectFrom('links').select('id').where('user_id', '=', id).execute()
      return (await markAccountDeleted(db, id, now)) ? links.map((link) => link.id) : undefined
    },

    /** Returns the subscriptions to cancel at the provider. */
    removeSubscriptions: (userId: string) => removeSubscriptions(db, userId),

    async confirm(id?: string) {
      const result = await db
        .updateTable('users')
        .set({ is_confirmed: 1 })
        .where('is_confirmed', '=', 0)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    findInvitation: invitations.findLive,
    takeInvitation: invitations.remove,

    insertAudit: (entry: AuditRow) => insertAudit(db, entry),

    insertTask: (task: Task) => insertTask(db, task),

    async countResets(userId: string, now: string) {
      const { count } = await db
        .selectFrom('password_resets')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    insertReset: (reset: { tokenHash: string; userId: string; createdAt: string; expiresAt: string }) =>
      db
        .insertInto('password_resets')
        .values({
          token_hash: reset.tokenHash,
          user_id: reset.userId,
          created_at: reset.createdAt,
          expires_at: reset.expiresAt,
        })
        .execute(),

    removeReset: (tokenHash: string) => db.deleteFrom('password_resets').where('token_hash', '=', tokenHash).execute(),

    async findReset(tokenHash: string, now: string) {
      const row = await db
        .selectFrom('password_resets')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && { userId: row.user_id }
    },

    /** If two requests use the same token, only one gets the user. */
    async takeReset(tokenHash: string) {
      const row = await db
        .deleteFrom('password_resets')
        .where('token_hash', '=', tokenHash)
        .returning('user_id')
        .executeTakeFirst()
      return row && { userId: row.user_id }
    },

    removeExpiredResets: (now: string) => db.deleteFrom('password_resets').where('expires_at', '<=', now).execute(),
  }
}
