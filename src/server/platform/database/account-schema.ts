import type { Generated, Selectable } from 'kysely'

export type AccountTables = {
  users: UserTable
  usage: UsageRow
  sessions: SessionRow
  password_resets: PasswordResetRow
  removals: RemovalRow
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

/**
 * An account that's being purged. If it holds only a deleted link, `counted_for` is the owner whose totals include the
 * link's counts. Those counts have been subtracted up to the hour `uncounted_until`.
 */
type RemovalRow = { user_id: string; counted_for: string | null; link_id: string | null; uncounted_until: number }

type PasswordResetRow = { token_hash: string; user_id: string; created_at: string; expires_at: string }
