const maxLength = 300
const hidden = '…'

/** Keys, tokens and signatures look like this; words, hosts and paths don't. */
const looksSecret = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g
const urlCredentials = /(?<=:\/\/)[^/\s@]*@/g
/** Shorter ones would also be found inside ordinary words. */
const minSecretLength = 4

/**
 * An error as one line that administrators may read: without the installation's secrets, whatever another server echoed
 * back to us, and without anything that looks like a token.
 */
export function createErrorWords(secrets: readonly string[]) {
  const known = secrets.filter(({ length }) => length >= minSecretLength)
  return (error: unknown) => {
    let text = error instanceof Error ? error.message : String(error)
    for (const secret of known) text = text.replaceAll(secret, hidden)
    text = text.replaceAll(urlCredentials, `${hidden}@`).replaceAll(looksSecret, hidden).replaceAll(/\s+/g, ' ').trim()
    return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
  }
}
export type ErrorWords = ReturnType<typeof createErrorWords>
