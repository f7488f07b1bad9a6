import { type SqlBool, sql } from 'kysely'
import { createAccountSettingsRepository } from '#server/features/accounts/account-settings.repository.ts'
import { type AuditRow, toLimit, type UserRow } from '#server/features/accounts/accounts.tables.ts'
import { insertAudit } from '#server/features/accounts/audit.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findBatchEnd, notOlderThan, olderThan, patternOf } from '#server/platform/database/search-in-batches.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { PlanId } from '#shared/plans.ts'

type SetLimit = number | 'unlimited' | null

export type AdministeredAccount = {
  id: string
  name: string
  email: string
  createdAt: string
  isAdmin: boolean
  isConfirmed: boolean
  disabledAt: string | null
  disabledReason: string | null
  grantedPlan: PlanId | null
  linkLimit: SetLimit
  imageLimit: SetLimit
  storageLimitGb: SetLimit
  usage: { links: number; images: number; bytes: number }
  lastSeenAt: string | null
}

type Row = Omit<UserRow, 'password_hash'> & {
  links: number | null
  images: number | null
  bytes: number | null
  last_seen_at: string | null
}

const toSetLimit = (column: number | null): SetLimit => (column === null ? null : (toLimit(column) ?? 'unlimited'))

const toAccount = (row: Row): AdministeredAccount => ({
  id: row.id,
  name: row.name,
  email: row.email,
  createdAt: row.created_at,
  isAdmin: row.is_admin === 1,
  isConfirmed: row.is_confirmed === 1,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  grantedPlan: row.granted_plan as PlanId | null,
  linkLimit: toSetLimit(row.link_limit),
  imageLimit: toSetLimit(row.image_limit),
  storageLimitGb: toSetLimit(row.storage_limit_gb),
  usage: { links: row.links ?? 0, images: row.images ?? 0, bytes: Number(row.bytes ?? 0) },
  lastSeenAt: row.last_seen_at,
})

export const createUserRepository = (db: Database) => withTransactions(db, bind)
export type UserRepository = ReturnType<typeof createUserRepository>

const isPresent = sql<SqlBool>`users.removed_at is null`

function bind(db: Database) {
  const users = () =>
    db
      .selectFrom('users')
      .where(isPresent)
      .leftJoin('usage', 'usage.user_id', 'users.id')
      .selectAll('users')
      .select(['usage.links', 'usage.images', 'usage.bytes'])
      .select((eb) =>
        eb
          .selectFrom('sessions')
          .select((of) => of.fn.max('sessions.last_seen_at').as('at'))
          .whereRef('sessions.user_id', '=', 'users.id')
          .as('last_seen_at'),
      )

  return {
    async find(id: string) {
      const row = await users().where('users.id', '=', id).executeTakeFirst()
      return row && toAccount(row)
    },

    async findByEmail(email: string) {
      const row = await users().where('users.email', '=', email).executeTakeFirst()
      return row && toAccount(row)
    },

    /** Lists the newest accounts first. A search may stop early and continues at `searchEnd`. */
    async list(search: string, { after, limit }: { after: Cursor | undefined; limit: number }) {
      let query = users().orderBy('users.created_at', 'desc').orderBy('users.id', 'desc').limit(limit)
      if (after) query = query.where(olderThan('users', after))
      if (search) {
        const pattern = patternOf(search.toLowerCase())
        // SQLite lowercases ASCII only, so also match the search text as typed.
        query = query.where(
          sql<SqlBool>`(users.email like ${pattern} escape '\\' or lower(users.name) like ${pattern} escape '\\'
            or users.name like ${patternOf(search)} escape '\\')`,
        )
      }
      const searchEnd = search ? await findBatchEnd(db, 'users', isPresent, after) : undefined
      if (searchEnd) query = query.where(notOlderThan('users', searchEnd))
      return { rows: (await query.execute()).map(toAccount), searchEnd }
    },

    listSessions: (userId: string, now: string) =>
      db
        .selectFrom('sessions')
        .select(['device', 'last_seen_at as lastSeenAt'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('last_seen_at', 'desc')
        .limit(20)
        .execute(),

    ...createAccountSettingsRepository(db),

    insertAudit: (entry: AuditRow) => insertAudit(db, entry),
  }
}
