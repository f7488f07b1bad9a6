import type { Generated, Selectable } from 'kysely'
import type { RegistrationMode } from '#shared/config.ts'

export type AccountTables = {
  users: UserTable
  usage: UsageRow
  sessions: SessionRow
  password_resets: PasswordResetRow
  installation: InstallationRow
  registration_invitations: RegistrationInvitationRow
  audit_log: AuditRow
}

type UserTable = {
  id: string
  name: string
  /** Shown on galleries. It can be empty, and null means the same as `name`. */
  gallery_name: string | null
  email: string
  password_hash: string
  is_admin: Generated<number>
  /** 0 until the user has confirmed their email address, if the server requires that. */
  is_confirmed: Generated<number>
  disabled_at: Generated<string | null>
  disabled_reason: Generated<string | null>
  removed_at: Generated<string | null>
  /** An administrator's overrides of the plan and its limits. A limit of -1 means unlimited. */
  granted_plan: Generated<string | null>
  link_limit: Generated<number | null>
  image_limit: Generated<number | null>
  storage_limit_gb: Generated<number | null>
  created_at: string
}

export type UserRow = Selectable<UserTable>

const unlimited = -1

/** Limit columns can't use null for unlimited, because null means that no limit was set. */
export const toLimit = (column: number) => (column === unlimited ? null : column)
export const fromLimit = (limit: number | null) => limit ?? unlimited

type UsageRow = { user_id: string; links: number; images: number; bytes: Generated<number> }

export type SessionRow = {
  id: string
  token_hash: string
  user_id: string
  device: string
  created_at: string
  last_seen_at: string
  expires_at: string
}

type PasswordResetRow = { token_hash: string; user_id: string; created_at: string; expires_at: string }

/** The table has a single row, created with the first account. Code that changes administrators locks the row. */
type InstallationRow = {
  id: number
  /** Null until an administrator decides. */
  registration: RegistrationMode | null
  /** 1 if an administrator decided to go without email. */
  email_declined: Generated<number>
}

/** Lets one person register. The URL is derived from the ID. */
type RegistrationInvitationRow = { id: string; email: string | null; created_at: string; expires_at: string }

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
