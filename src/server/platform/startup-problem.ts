/** A problem that the operator can fix. Its message explains how, and is printed without a stack trace. */
export class StartupProblem extends Error {}

const plainReasons: Record<string, string> = { EEXIST: 'a file is in the way', ENOTDIR: 'a file is in the way' }

/** Returns the underlying reason: the system's error code, or the message from the database or bucket. */
export function reasonOf(error: unknown) {
  const { cause } = error as Error
  const { code = '', message } = (cause instanceof Error ? cause : error) as Error & { code?: string }
  return plainReasons[code] ?? (/^E[A-Z]+$/.test(code) ? code : message)
}

export const isFileError = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined
