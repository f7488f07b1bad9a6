export type ExportTables = { exports: ExportRow; imports: ImportRow }

/** A user's latest export. Requesting a new one replaces it. */
type ExportRow = { user_id: string; id: string; created_at: string; expires_at: string }

type ImportRow = { link_id: string; row_count: number }
