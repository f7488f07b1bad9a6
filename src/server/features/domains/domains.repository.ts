import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/errors.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { DomainProblem } from '#shared/domain.ts'
import type { DomainRecord } from './domain-state.ts'
import type { DomainRow } from './domains.tables.ts'

const toDomain = (row: DomainRow): DomainRecord => ({
  userId: row.user_id,
  host: row.host,
  isHeld: row.is_held === 1,
  problem: row.problem as DomainProblem | null,
  verifiedAt: row.verified_at,
  checkedAt: row.checked_at,
  missingSince: row.missing_since,
})

/** The host of a link's owner, a space, and when its record disappeared, for queries on `links`. */
export const ownerDomain = sql<string | null>`
  (select domains.host || ' ' || coalesce(domains.missing_since, '') from domains
  where domains.user_id = links.user_id and domains.is_held = 1)`

export function parseOwnerDomain(text: string) {
  const [host = '', missingSince] = text.split(' ')
  return { host, isHeld: true, missingSince: missingSince || null }
}

const none = { is_held: 0, problem: null, verified_at: null, checked_at: null, missing_since: null }

export const createDomainRepository = (db: Database) => withTransactions(db, bind)
export type DomainRepository = ReturnType<typeof createDomainRepository>

function bind(db: Database) {
  /** A domain that was replaced in the meantime stays as it is. */
  const updateHeld = ({ userId, host }: DomainRecord) =>
    db.updateTable('domains').where('user_id', '=', userId).where('host', '=', host).where('is_held', '=', 1)

  return {
    async find(userId: string) {
      const row = await db.selectFrom('domains').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row && toDomain(row)
    },

    /** Includes a domain that has lapsed until someone notices. */
    async findHeld(host: string) {
      const row = await db
        .selectFrom('domains')
        .innerJoin('users', 'users.id', 'domains.user_id')
        .selectAll('domains')
        .select(['users.disabled_at', 'users.is_confirmed'])
        .where('domains.host', '=', host)
        .where('domains.is_held', '=', 1)
        .executeTakeFirst()
      return row && { ...toDomain(row), isOwnerActive: row.disabled_at === null && row.is_confirmed === 1 }
    },

    findOwner: (userId: string) =>
      db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),

    /** Keeps the user's own domain as it is if it works and has the same host. */
    async save(userId: string, host: string, cutoff: string) {
      await db
        .insertInto('domains')
        .values({ user_id: userId, host, ...none })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ host, ...none })
            .where(
              sql<boolean>`domains.host <> ${host} or domains.is_held = 0
                or (domains.missing_since is not null and domains.missing_since <= ${cutoff})`,
            ),
        )
        .execute()
    },

    async remove(userId: string) {
      await db.deleteFrom('domains').where('user_id', '=', userId).execute()
    },

    /** Ends lapsed domains, or the one of another account that has the host of `wanted`. Each is returned only once. */
    async endLapsed(cutoff: string, wanted?: DomainRecord) {
      const rows = await db
        .updateTable('domains')
        .set({ is_held: 0 })
        .where('is_held', '=', 1)
        .where('missing_since', '<=', cutoff)
        .$if(wanted !== undefined, (query) =>
          query.where('host', '=', wanted?.host ?? '').where('user_id', '<>', wanted?.userId ?? ''),
        )
        .returningAll()
        .execute()
      return rows.map(toDomain)
    },

    /** Returns false if another account holds the host, or if the user has chosen another one. */
    async claim({ userId, host }: DomainRecord, now: string) {
      try {
        const result = await db
          .updateTable('domains')
          .set({ is_held: 1, problem: null, verified_at: now, checked_at: now, missing_since: null })
          .where('user_id', '=', userId)
          .where('host', '=', host)
          .executeTakeFirstOrThrow()
        return result.numUpdatedRows > 0n
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },

    async noteProblem({ userId, host }: DomainRecord, problem: DomainProblem | null, now: string) {
      await db
        .updateTable('domains')
        .set({ problem, checked_at: now })
        .where('user_id', '=', userId)
        .where('host', '=', host)
        .execute()
    },

    /** These two return true if the state changes. */
    async markMissing(domain: DomainRecord, now: string) {
      const query = updateHeld(domain).set({ missing_since: now }).where('missing_since', 'is', null)
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n
    },

    async markFound(domain: DomainRecord, cutoff: string) {
      const query = updateHeld(domain).set({ missing_since: null }).where('missing_since', '>', cutoff)
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n
    },

    async listDue(checkedBy: string, limit: number) {
      const rows = await db
        .selectFrom('domains')
        .selectAll()
        .where('is_held', '=', 1)
        .where('checked_at', '<=', checkedBy)
        .orderBy('checked_at')
        .limit(limit)
        .execute()
      return rows.map(toDomain)
    },

    insertTask: (task: Task) => insertTask(db, task),
  }
}
