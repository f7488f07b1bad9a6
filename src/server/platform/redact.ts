const maxLength = 300
const hidden = '…'

/** Keys, tokens and signatures are long and contain both letters and digits. */
const longWord = /[\w-]{24,}/g
const looksSecret = (word: string) => /\d/.test(word) && /[A-Za-z]/.test(word)
const stackFrames = /\n {4}at .*/g
/** Shorter secrets would match inside ordinary words. */
const minSecretLength = 4

function withoutCredentials(text: string) {
  const [start, ...rest] = text.split('://')
  const hide = (part: string) => {
    const end = part.search(/[/\s@]/)
    return part[end] === '@' ? hidden + part.slice(end) : part
  }
  return [start, ...rest.map(hide)].join('://')
}

/**
 * Turns an error into one line that's safe to show to administrators. It hides secrets, which other servers may echo
 * back, and text that looks like a token.
 */
export function createErrorRedactor(secrets: readonly string[]) {
  const known = secrets.filter(({ length }) => length >= minSecretLength)
  return (error: unknown) => {
    let text = (error instanceof Error ? error.message : String(error)).replaceAll(stackFrames, '')
    for (const secret of known) text = text.replaceAll(secret, hidden)
    text = withoutCredentials(text)

      .replaceAll(longWord, (word) => (looksSecret(word) ? hidden : word))
      .replaceAll(/\s+/g, ' ')
      .trim()
    return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
  }
}
export type ErrorRedactor = ReturnType<typeof createErrorRedactor>
