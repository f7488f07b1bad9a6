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

/** A disk that is failing has thousands of problems; the first ones are enough to act on. */
const maxNamed = 20

export function joinProblems(problems: string[]) {
  const more = problems.length - maxNamed
  return [...problems.slice(0, maxNamed), ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n')
}
