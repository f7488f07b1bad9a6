/** What administrators need beside the columns of `users`. */
export type AdministrationTables = {
  /** One row once there has been an account; locked by whatever decides who is an administrator. */
  installation: { id: number }
  registration_invitations: RegistrationInvitationRow
  reports: ReportRow
  audit_log: AuditRow
  last_backups: LastBackupRow
}

/** Lets one person register. Its address is derived from its id; it goes when it is used. */
type RegistrationInvitationRow = { id: string; email: string | null; created_at: string; expires_at: string }

/** What a visitor told the administrators about a link. */
type ReportRow = { id: string; link_id: string; message: string; created_at: string }

/** What an administrator did. Words, not ids: it says the same when the account is gone. */
export type AuditRow = {
  id: string
  /** The address of who did it, or 'command line'. */
  actor: string
  action: string
  /** The address of the account or the title of the link that it was done to. */
  subject: string
  /** JSON: what was set. */
  details: string
  created_at: string
}

/** The newest backup that finished, and the newest that failed: two rows at most. */
type LastBackupRow = {
  outcome: 'finished' | 'failed'
  started_at: string
  finished_at: string
  bytes: number
  images: number
  error: string | null
  /** How many there have been. */
  count: number
  /** When administrators were last emailed about it. */
  alerted_at: string | null
}
