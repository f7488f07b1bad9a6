import { describeUnknownSettings } from '#server/config/unknown-settings.ts'
import { isDatabaseDamaged, isDatabaseOutOfReach } from '#server/platform/database/errors.ts'
import { damagedDatabase } from '#server/platform/database/quick-check.ts'
import { isFileError, reasonOf, StartupProblem } from '#server/platform/startup-problem.ts'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'

/** Thrown for invalid arguments. The command then prints its usage. */
export class Misuse extends Error {}

/** Exits with the code that `run` returns, with 1 after an error, or with 2 after invalid arguments. */
export async function runCommand(usage: string, run: () => Promise<number>) {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(`${usage}\n`)
    return
  }
  try {
    warnOfUnknownSettings()
    process.exitCode = await run()
  } catch (error) {
    const misuse = misuseIn(error)
    const sentence = misuse === undefined ? sentenceOf(error) : [misuse, usage].filter(Boolean).join('\n')
    process.stderr.write(`${sentence}\n`)
    process.exitCode = misuse === undefined ? 1 : 2
  }
}

/** Prints to stderr, because stdout is for the result. */
export function warnOfUnknownSettings() {
  for (const warning of describeUnknownSettings(process.env)) process.stderr.write(`${warning}\n`)
}

export function misuseIn(error: unknown) {
  if (error instanceof Misuse) return error.message
  const { code, message } = error as { code?: string; message: string }
  // Drop Node's explanation of arguments that begin with a dash.
  return code?.startsWith('ERR_PARSE_ARGS') ? `${message.split('. ')[0]?.replace(/\.$/, '')}.` : undefined
}

export function sentenceOf(error: unknown) {
  if (error instanceof StartupProblem) return error.message
  if (error instanceof StorageUnavailable) {
    return `Can't use the storage (${reasonOf(error)}): check its URL and, for a bucket, the keys.`
  }
  if (isDatabaseDamaged(error)) return damagedDatabase(reasonOf(error)).message
  if (isDatabaseOutOfReach(error)) return `Can't open the database (${reasonOf(error)}): check its URL.`
  const { path } = error as NodeJS.ErrnoException
  if (path && isFileError(error))
    return `${path} can't be used (${reasonOf(error)}): check that it exists and that this user can write to it.`
  return String((error as Error).stack)
}
