import { StartupProblem } from './platform/startup-problem.ts'

/** Runs a command of the operator's: what they can put right is said in a sentence, without a stack. */
export async function runCommand(run: () => Promise<number>) {
  try {
    process.exitCode = await run()
  } catch (error) {
    const isOptionUnknown = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false
    const isSentence = error instanceof StartupProblem || isOptionUnknown
    process.stderr.write(`${isSentence ? (error as Error).message : (error as Error).stack}\n`)
    process.exitCode = 1
  }
}
