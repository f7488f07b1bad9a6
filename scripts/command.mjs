import { parseArgs } from 'node:util'

/** A problem the user can fix. Only the message is shown, without a stack trace. */
export class Problem extends Error {}

/** Thrown for invalid arguments. The command prints its usage and exits with code 2. */
export class Misuse extends Error {}

const noAccess = ['EACCES', 'EPERM', 'EROFS']

function sentenceFor(error) {
  if (error instanceof Problem) return error.message
  if (noAccess.includes(error.code) && error.path) {
    return `No write access to ${error.path}. Run this as the folder's owner, or in your own copy.`
  }
  if (error.code === 'ENOSPC') return 'The disk is full. Free some space and run this again.'
}

function misuseIn(error) {
  if (error instanceof Misuse) return error.message
  // Drop Node's explanation of how to pass arguments that start with a dash.
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('. ')[0].replace(/\.$/, '')}.`
}

/** Runs a command's task, which returns the exit code. Problems are shown as a sentence instead of a stack trace. */
export async function main(task, usage = '') {
  try {
    process.exitCode = (await task()) ?? 0
  } catch (error) {
    const misuse = misuseIn(error)
    const sentence = misuse ?? sentenceFor(error)
    if (!sentence) throw error
    console.error(misuse && usage ? `${sentence}\n${usage}` : sentence)
    process.exitCode = misuse ? 2 : 1
  }
}

/**
 * Runs a command from package.json. `--help` prints the usage. Unknown arguments print an error and exit with code 2
 * before anything is installed, built or started. With `parse: false`, the task parses its own arguments.
 */
export function command({ usage, options = {}, maxPositionals = 0, parse = true, args = process.argv.slice(2) }, task) {
  if (!args.includes('--help')) {
    return main(() => task(parse ? readArguments(args, options, maxPositionals) : { args }), usage)
  }
  console.log(usage)
}

function readArguments(args, options, maxPositionals) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const stray = positionals[maxPositionals]
  if (stray !== undefined) throw new Misuse(`Unexpected argument '${stray}'.`)
  return { args, values, positionals }
}

const seconds = (ms) => `${ms < 950 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`

/**
 * Prints a line with the task's name, outcome and duration. If other tasks run at the same time, set `isParallel`, which
 * prints the whole line at the end.
 */
export async function step(name, task, succeeded = () => true, { isParallel = false } = {}) {
  const startedAt = Date.now()
  const start = `${name} … `
  if (!isParallel) process.stdout.write(start)
  let outcome = 'failed'
  try {
    const result = await task()
    if (succeeded(result)) outcome = 'done'
    return result
  } finally {
    process.stdout.write(`${isParallel ? start : ''}${outcome} (${seconds(Date.now() - startedAt)})\n`)
  }
}
