export type BackupTables = {
  last_backups: LastBackupRow
  cleanup_holds: CleanupHoldRow
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

/** While a backup copies the images, no files are deleted. */
type CleanupHoldRow = { id: string; held_until: string }
