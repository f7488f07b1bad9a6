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
  /** The name on galleries, which may be empty; null: it is the name. */
  gallery_name: string | null
  email: string
  password_hash: string
  is_admin: Generated<number>
  /** 0 until somebody has shown that the address is theirs, where that is asked for. */
  is_confirmed: Generated<number>
  /** null: it is not disabled. */
  disabled_at: Generated<string | null>
  disabled_reason: Generated<string | null>
  /** Of what was deleted and is going; null: it is an account. */
  removed_at: Generated<string | null>
  /** Set by an administrator; null: what was bought, or everybody's. A limit of -1 is unlimited. */
  granted_plan: Generated<string | null>
  link_limit: Generated<number | null>
  image_limit: Generated<number | null>
  storage_limit_gb: Generated<number | null>
  created_at: string
}

export type UserRow = Selectable<UserTable>

/** Counters that the plan limits are kept by; one row for each user. */
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
 * An account that is removed. Where it holds a deleted link: whose counts those of the link are still part of, and up to which hour
 * they have been taken out.
 */
type RemovalRow = { user_id: string; counted_for: string | null; link_id: string | null; uncounted_until: number }

type PasswordResetRow = { token_hash: string; user_id: string; created_at: string; expires_at: string }
