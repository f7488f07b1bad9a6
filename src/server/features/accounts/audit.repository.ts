import type { Database } from '#server/platform/database/database.ts'
import type { AuditRow } from './accounts.tables.ts'

export const insertAudit = (db: Database, entry: AuditRow) => db.insertInto('audit_log').values(entry).execute()

export const removeAuditBefore = (db: Database, instant: string) =>
  db.deleteFrom('audit_log').where('created_at', '<', instant).execute()
