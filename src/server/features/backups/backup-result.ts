/** The outcome of one attempt, daily or by hand. `npm run backup -- FOLDER --json` prints it. */
export type BackupResult = {
  startedAt: string
  finishedAt: string
  /** False where there's no new backup, and where there is one but damage was found while it was taken. */
  ok: boolean
  bytes: number
  images: number
  files: number
  /** The finished backup; null where none was taken. */
  path: string | null
  /** What went wrong, in a sentence an operator can act on. */
  error: string | null
}

/** An attempt that ended without a backup. */
export const failedBackup = (startedAt: string, finishedAt: string, error: string): BackupResult => ({
  startedAt,
  finishedAt,
  ok: false,
  bytes: 0,
  images: 0,
  files: 0,
  path: null,
  error,
})
