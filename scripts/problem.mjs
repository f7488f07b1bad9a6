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
