import { isDatabaseDamaged, isDatabaseOutOfReach } from './platform/database/errors.ts'
import { damagedDatabase } from './platform/database/quick-check.ts'
import { reasonOf, StartupProblem } from './platform/startup-problem.ts'
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
    process.exitCode = await run()
  } catch (error) {
    const isMisuse = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    const sentence = isMisuse ? [(error as Error).message, usage].filter(Boolean).join('\n') : sentenceOf(error)
    process.stderr.write(`${sentence}\n`)
    process.exitCode = isMisuse ? 2 : 1
  }
}

/** What the operator can put right is said in a sentence; only what nobody foresaw comes with a stack. */
export function sentenceOf(error: unknown) {
  if (error instanceof StartupProblem) return error.message
  if (error instanceof StorageUnavailable) {
    return `The storage cannot be used (${reasonOf(error)}): check its address and, for a bucket, the keys.`
  }
  if (isDatabaseDamaged(error)) return damagedDatabase(reasonOf(error)).message
  if (isDatabaseOutOfReach(error)) return `The database cannot be used (${reasonOf(error)}): check its address.`
  return String((error as Error).stack)
}
