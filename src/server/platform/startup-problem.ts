/** Something that the operator can put right; its sentence says how, and no stack is shown. */
export class StartupProblem extends Error {}

/** Names of the system's that say too little: a file is where a folder should be. */
const plainWords: Record<string, string> = { EEXIST: 'a file is in the way', ENOTDIR: 'a file is in the way' }

/** What lies behind an error, in a few words: the system's own name for it, or what the database or bucket said. */
export function reasonOf(error: unknown) {
  const { cause } = error as Error
  const { code = '', message } = (cause instanceof Error ? cause : error) as Error & { code?: string }
  return plainWords[code] ?? (/^E[A-Z]+$/.test(code) ? code : message)
}

/** Whether the system refused to read or write a file: no room, no right, no such folder. */
export const isFileError = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined
