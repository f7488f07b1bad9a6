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
  api_keys: ApiKeyRow
  api_key_links: ApiKeyLinkRow
  second_factors: SecondFactorRow
  recovery_codes: RecoveryCodeRow
  passkeys: PasskeyRow
  used_passkey_challenges: UsedPasskeyChallengeRow
  email_changes: EmailChangeRow
  identities: IdentityRow
}

type UserTable = {
  id: string
  name: string
  /** Shown on galleries. It can be empty, and null means the same as `name`. */
  gallery_name: string | null
  email: string
  /** Empty if the account has no password. */
  password_hash: string
  is_admin: Generated<number>
  /** 1 if the user became an administrator through a group at the OpenID Connect provider. */
  is_group_admin: Generated<number>
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
  /** When this person last proved who they are. Null in sessions of older versions means `created_at`. */
  confirmed_at: string | null
}

type PasswordResetRow = { token_hash: string; user_id: string; created_at: string; expires_at: string }

type SecondFactorRow = {
  user_id: string
  /** Encrypted. */
  secret: string
  /** Null until the user has entered a first code, which they can do until `expires_at`. */
  confirmed_at: string | null
  expires_at: string
  /** The time step of the last code. Codes of this or an earlier step aren't accepted again. */
  last_step: Generated<number>
}

type RecoveryCodeRow = { user_id: string; code_hash: string }

type PasskeyTable = {
  id: string
  user_id: string
  name: string
  credential_id: string
  public_key: string
  counter: number
  is_synced: number
  created_at: string
  last_used_on: string | null
}
export type PasskeyRow = Selectable<PasskeyTable>

/** Challenges are signed instead of stored. Once a passkey has answered one, it's kept here until it expires. */
type UsedPasskeyChallengeRow = { challenge: string; expires_at: string }

/** The token in the email is derived from `id`. */
type EmailChangeRow = { user_id: string; id: string; email: string; expires_at: string }

/** The account of a user at the OpenID Connect provider. */
export type IdentityRow = {
  id: string
  user_id: string
  issuer: string
  subject: string
  /** The provider's. */
  name: string
  /** As the provider last sent it. */
  email: string | null
  created_at: string
}

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
  /** The email address of the administrator, 'command line' or 'single sign-on'. */
  actor: string
  action: string
  /** Usually an account's email address or a link's title. */
  subject: string
  details: string
  created_at: string
}

export type ApiKeyRow = {
  id: string
  user_id: string
  token_hash: string
  /** The last characters of the key. */
  hint: string
  name: string
  /** Separated by spaces. */
  scopes: string
  /** 0 if the key only works for the links in `api_key_links`. */
  all_links: number
  expires_at: string | null
  last_used_on: string | null
  created_at: string
}

type ApiKeyLinkRow = { key_id: string; link_id: string }
