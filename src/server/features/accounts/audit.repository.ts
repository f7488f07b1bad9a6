import type { AuditEntry } from '#server/platform/database/audit.ts'
import type { Database } from '#server/platform/database/database.ts'

export const insertAudit = (db: Database, entry: AuditEntry) => db.insertInto('audit_log').values(entry).execute()

export const removeAuditBefore = (db: Database, instant: string) =>
  db.deleteFrom('audit_log').where('created_at', '<', instant).execute()
