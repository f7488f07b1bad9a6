export type AdministrationTables = {
  /** The table has a single row, created with the first account. Code that changes administrators locks the row. */
  installation: { id: number }
  registration_invitations: RegistrationInvitationRow
  reports: ReportRow
  audit_log: AuditRow
  last_backups: LastBackupRow
}

/** Lets one person register. The URL is derived from the ID. */
type RegistrationInvitationRow = { id: string; email: string | null; created_at: string; expires_at: string }

type ReportRow = { id: string; link_id: string; message: string; created_at: string }

/** Stores text instead of IDs, so that entries outlive the accounts they mention. */
export type AuditRow = {
  id: string
  /** The email address of the administrator, or 'command line'. */
  actor: string
  action: string
  /** Usually an account's email address or a link's title. */
  subject: string
  details: string
  created_at: string
}

/** The table has at most two rows: the latest success and the latest failure. */
type LastBackupRow = {
  outcome: 'finished' | 'failed'
  started_at: string
  finished_at: string
  bytes: number
  images: number
  error: string | null
  count: number
  /** When we last emailed the administrators about this result. */
  alerted_at: string | null
}
