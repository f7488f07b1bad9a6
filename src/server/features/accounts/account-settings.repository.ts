import type { Database } from '#server/platform/database/database.ts'
import type { UserChange } from '#shared/administration-forms.ts'
import { fromLimit } from './accounts.tables.ts'
import { hasOtherAdministrator, lockAdministrators } from './administrators.repository.ts'

type SetLimit = number | 'unlimited' | null

const toColumn = (limit: SetLimit) => (limit === null ? null : fromLimit(limit === 'unlimited' ? null : limit))

const toColumns = ({ plan, linkLimit, imageLimit, storageLimitGb }: UserChange) => ({
  ...(plan !== undefined && { granted_plan: plan }),
  ...(linkLimit !== undefined && { link_limit: toColumn(linkLimit) }),
  ...(imageLimit !== undefined && { image_limit: toColumn(imageLimit) }),
  ...(storageLimitGb !== undefined && { storage_limit_gb: toColumn(storageLimitGb) }),
})

/** What administrators can change about an account. */
export function createAccountSettingsRepository(db: Database) {
  const update = async (id: string, columns: Record<string, string | number | null>) => {
    if (Object.keys(columns).length === 0) return
    await db.updateTable('users').set(columns).where('id', '=', id).execute()
  }

  return {
    set: (id: string, change: UserChange) => update(id, toColumns(change)),

    /** The lock keeps other administrators from being removed until the transaction ends. */
    async isLastAdministrator(id: string) {
      await lockAdministrators(db)
      return !(await hasOtherAdministrator(db, id))
    },

    setAdmin: (id: string, isAdmin: boolean) => update(id, { is_admin: Number(isAdmin), is_group_admin: 0 }),

    /**
     * A concurrent login either waits for this row's lock and is then rejected, or finishes first and loses its session
     * here.
     */
    async disable(id: string, reason: string | null, now: string) {
      await update(id, { disabled_at: now, disabled_reason: reason })
      await db.deleteFrom('password_resets').where('user_id', '=', id).execute()
      await db.deleteFrom('email_changes').where('user_id', '=', id).execute()
      await db.deleteFrom('sessions').where('user_id', '=', id).execute()
    },

    enable: (id: string) => update(id, { disabled_at: null, disabled_reason: null }),

    removeSessions: (id: string) => db.deleteFrom('sessions').where('user_id', '=', id).execute(),
  }
}
