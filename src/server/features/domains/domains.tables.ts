export type DomainTables = { domains: DomainRow }

export type DomainRow = {
  user_id: string
  host: string
  /** 1 from the moment the domain is verified until it has lapsed. Only one account can hold a host. */
  is_held: number
  problem: string | null
  verified_at: string | null
  checked_at: string | null
  missing_since: string | null
}
