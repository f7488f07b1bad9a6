import { describeUnknownSettings } from './config/unknown-settings.ts'
import { isDatabaseDamaged, isDatabaseOutOfReach } from './platform/database/errors.ts'
import { damagedDatabase } from './platform/database/quick-check.ts'
import { isFileError, reasonOf, StartupProblem } from './platform/startup-problem.ts'
import { StorageUnavailable } from './platform/storage/storage.ts'

/** The arguments are not such as the command takes; it then says how it is used. */
export class Misuse extends Error {}

/** Runs a command of the operator's, or says how it is used. It exits as `npm run admin` does: 1 refused, 2 misused. */
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

/** To stderr: the result alone is on stdout. */
export function warnOfUnknownSettings() {
  for (const warning of describeUnknownSettings(process.env)) process.stderr.write(`${warning}\n`)
}

/** What is wrong with the arguments, if that's what it is. */
export function misuseIn(error: unknown) {
  if (error instanceof Misuse) return error.message
  const { code, message } = error as { code?: string; message: string }
  // Node goes on to explain how to pass arguments that begin with a dash.
  return code?.startsWith('ERR_PARSE_ARGS') ? `${message.split('. ')[0]?.replace(/\.$/, '')}.` : undefined
}

/** What the operator can put right is said in a sentence; only what nobody foresaw comes with a stack. */
export function sentenceOf(error: unknown) {
  if (error instanceof StartupProblem) return error.message
  if (error instanceof StorageUnavailable) {
    return `The storage cannot be used (${reasonOf(error)}): check its address and, for a bucket, the keys.`
  }
  if (isDatabaseDamaged(error)) return damagedDatabase(reasonOf(error)).message
  if (isDatabaseOutOfReach(error)) return `The database cannot be used (${reasonOf(error)}): check its address.`
  const { path } = error as NodeJS.ErrnoException
  if (path && isFileError(error))
    return `${path} can't be used (${reasonOf(error)}): check it, and who may write there.`
  return String((error as Error).stack)
}
