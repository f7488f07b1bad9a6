import type { OidcPurpose } from '#shared/oidc.ts'

export type OidcTables = { oidc_flows: OidcFlowRow }

/** One visit to the provider, from the start until its code is used. */
export type OidcFlowRow = {
  state_hash: string
  /** Only the browser with this cookie can finish. */
  browser_hash: string
  purpose: OidcPurpose | 'login'
  /** Null if someone wants to log in. */
  session_id: string | null
  remember_me: number
  /** `existing` waits for the password of an account with the same email address. */
  step: 'started' | 'returned' | 'existing'
  /** Null until the provider has proved who the person is. */
  code_hash: string | null
  /** That person, as JSON. */
  person: string | null
  expires_at: string
}
