/** The outcome of one scheduled or manual backup, as printed by `npm run backup -- FOLDER --json`. */
export type BackupResult = {
  startedAt: string
  finishedAt: string
  /** Also false if the backup was written but damage was found elsewhere, such as in storage or an older backup. */
  ok: boolean
  bytes: number
  images: number
  files: number
  path: string | null
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

/** A failing disk can cause thousands of problems, but operators only need to see the first few. */
const maxNamed = 20

export function joinProblems(problems: string[]) {
  const more = problems.length - maxNamed
  return [...problems.slice(0, maxNamed), ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n')
}
