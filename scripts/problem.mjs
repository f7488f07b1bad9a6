/** Something the person at the keyboard can put right; its message is the one sentence they get to read. */
export class Problem extends Error {}

/** The arguments aren't ones that the command takes. */
export class Misuse extends Error {}

const noAccess = ['EACCES', 'EPERM', 'EROFS']

function sentenceFor(error) {
  if (error instanceof Problem) return error.message
  if (noAccess.includes(error.code) && error.path) {
    return `No write access to ${error.path}: run this as the folder's owner, or in a copy of your own.`
  }
  if (error.code === 'ENOSPC') return 'The disk is full: free some space and run this again.'
}

function misuseIn(error) {
  if (error instanceof Misuse) return error.message
  // Node goes on to explain how to pass arguments that begin with a dash.
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('. ')[0].replace(/\.$/, '')}.`
}

/** Runs a command's task, takes its number as the exit code, and shows a problem as a sentence instead of a stack. */
export async function main(task, usage) {
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
