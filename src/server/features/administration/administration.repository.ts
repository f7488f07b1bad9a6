import { type SqlBool, sql } from 'kysely'
import { openCoverAt, ownerFactColumns } from '#server/features/access/link-facts.repository.ts'
import type { AuditRow } from '#server/features/accounts/accounts.tables.ts'
import { insertAudit, removeAuditBefore } from '#server/features/accounts/audit.repository.ts'
import { createRegistrationInvitationRepository } from '#server/features/accounts/registration-invitations.repository.ts'
import { setListed } from '#server/features/links/links.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findBatchEnd, notOlderThan, olderThan, patternOf } from '#server/platform/database/search-in-batches.ts'
import { insertTask, retryFailedTasks, retryTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { searchKey } from '#shared/search-key.ts'

type Page = { after: Cursor | undefined; limit: number }

export const createAdministrationRepository = (db: Database) => withTransactions(db, bind)
export type AdministrationRepository = ReturnType<typeof createAdministrationRepository>

/**
 * Must match the index `links_marked_listed`. With `= 1`, SQLite would also use that index for the public page, which
 * has a smaller one.
 */
const isListed = sql<SqlBool>`is_listed > 0`

function bind(db: Database) {
  const invitations = createRegistrationInvitationRepository(db)
  const links = (now: string) =>
    db
      .selectFrom('links')
      .innerJoin('users', 'users.id', 'links.user_id')
      .where('users.removed_at', 'is', null)
      .select(['links.id', 'slug', 'title', 'is_listed', 'image_count', 'visits', 'links.created_at as createdAt'])
      .select(openCoverAt(now).as('coverImageId'))
      // Administrators see covers like visitors do.
      .select(['links.watermark', ...ownerFactColumns])
      .select(['users.id as ownerId', 'users.name as ownerName', 'users.email as ownerEmail'])

  return {
    async countReports() {
      const { count } = await db
        .selectFrom('reports')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    listTasks: (limit: number) =>
      db
        .selectFrom('tasks')
        .select(['id', 'kind', 'attempts', 'run_at as runAt', 'created_at as createdAt', 'last_error as lastError'])
        .orderBy('attempts', 'desc')
        .orderBy('created_at')
        .limit(limit)
        .execute(),

    retryFailedTasks: (now: string) => retryFailedTasks(db, now),
    retryTask: (id: string, now: string) => retryTask(db, id, now),

    /** Lists the newest links first. A search may stop early and continues at `searchEnd`. */
    async listListed(search: string, { after, limit }: Page, now: string) {
      let query = links(now)
        .where(isListed)
        .orderBy('links.created_at', 'desc')
        .orderBy('links.id', 'desc')
        .limit(limit)
      if (after) query = query.where(olderThan('links', after))
      const key = searchKey(search)
      if (key) query = query.where(sql<SqlBool>`title_key like ${patternOf(key)} escape '\\'`)
      const searchEnd = key ? await findBatchEnd(db, 'links', isListed, after) : undefined
      if (searchEnd) query = query.where(notOlderThan('links', searchEnd))
      return { rows: await query.execute(), searchEnd }
    },

    findLink: (id: string, now: string) => links(now).where('links.id', '=', id).executeTakeFirst(),

    setListed: (id: string, isListed: boolean, now: string) => setListed(db, id, isListed, now),

    insertReport: (report: { id: string; linkId: string; message: string; createdAt: string }) =>
      db
        .insertInto('reports')
        .values({ id: report.id, link_id: report.linkId, message: report.message, created_at: report.createdAt })
        .execute(),

    async listReports({ after, limit }: Page, now: string) {
      let query = links(now)
        .innerJoin('reports', 'reports.link_id', 'links.id')
        .select(['reports.id as reportId', 'reports.message', 'reports.created_at as reportedAt'])
        .orderBy('reports.created_at', 'desc')
        .orderBy('reports.id', 'desc')
        .limit(limit)
      if (after) query = query.where(olderThan('reports', after))
      const rows = await query.execute()
      return rows.map(({ reportId, message, reportedAt, ...link }) => ({
        id: reportId,
        message,
        createdAt: reportedAt,
        link,
      }))
    },

    async removeReport(id: string) {
      const row = await db.deleteFrom('reports').where('id', '=', id).returning('link_id').executeTakeFirst()
      return row && { linkId: row.link_id }
    },

    listAudit({ after, limit }: Page) {
      let query = db
        .selectFrom('audit_log')
        .select(['id', 'actor', 'action', 'subject', 'details', 'created_at as createdAt'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (after) query = query.where(olderThan('audit_log', after))
      return query.execute()
    },

    insertAudit: (entry: AuditRow) => insertAudit(db, entry),

    async removeOld(auditBefore: string, now: string) {
      await removeAuditBefore(db, auditBefore)
      await invitations.removeExpired(now)
    },

    listInvitations: invitations.list,
    findInvitation: invitations.find,
    insertInvitation: invitations.insert,
    removeInvitation: invitations.remove,

    insertTask: (task: Task) => insertTask(db, task),
  }
}
