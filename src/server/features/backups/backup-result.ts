/** The outcome of one attempt, scheduled or manual. `npm run backup -- FOLDER --json` prints it. */
export type BackupResult = {
  startedAt: string
  finishedAt: string
  /** Also false if a backup was taken but damage was found along the way. */
  ok: boolean
  bytes: number
  images: number
  files: number
  path: string | null
  /** A message an operator can act on. */
  error: string | null
}

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

/** A failing disk can cause thousands of problems; the first few are enough to act on. */
const maxNamed = 20

export function joinProblems(problems: string[]) {
  const more = problems.length - maxNamed
  return [...problems.slice(0, maxNamed), ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n')
}
