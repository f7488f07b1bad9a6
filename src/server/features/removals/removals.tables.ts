export type RemovalTables = { removals: RemovalRow }

/**
 * An account that's being purged. If it holds only a deleted link, `counted_for` is the owner whose totals include the
 * link's counts. Those counts have been subtracted up to the hour `uncounted_until`.
 */
type RemovalRow = { user_id: string; counted_for: string | null; link_id: string | null; uncounted_until: number }
