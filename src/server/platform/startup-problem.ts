/** A problem the operator can fix. The message says how; no stack trace is shown. */
export class StartupProblem extends Error {}

/** Error codes that don't explain themselves. */
const plainReasons: Record<string, string> = { EEXIST: 'a file is in the way', ENOTDIR: 'a file is in the way' }

/** The underlying reason in a few words: the system's error code, or the message of the database or bucket. */
export function reasonOf(error: unknown) {
  const { cause } = error as Error
  const { code = '', message } = (cause instanceof Error ? cause : error) as Error & { code?: string }
  return plainReasons[code] ?? (/^E[A-Z]+$/.test(code) ? code : message)
}

/** The system failed to read or write a file: disk full, permission denied, missing folder. */
export const isFileError = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined
