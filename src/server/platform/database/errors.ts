const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** PostgreSQL: connection lost or refused, out of resources, shutting down, read-only, deadlock, timed out. */
const postgresClasses = /^(08|53|57|58)|^(25006|40001|40P01)$/

/** SQLite: busy, locked, out of memory, read-only, disk error, disk full, cannot open. */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])

/** Whether the database could not do its work for now, as opposed to having been asked something wrong. */
export function isDatabaseUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return sqliteCodes.has(errcode & 0xff)
  if (typeof code === 'string' && (networkCodes.has(code) || postgresClasses.test(code))) return true
  // The pool and the driver say these without a code.
  return /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/.test(
    error.message,
  )
}

/** Whether its address leads to no database that lets us in: nothing there, another password, another name. */
export const isDatabaseOutOfReach = (error: unknown) =>
  isDatabaseUnavailable(error) || /^(28|3D)/.test(String((error as { code?: unknown }).code))

/** SQLite: the file is malformed, or no database at all. */
export const isDatabaseDamaged = (error: unknown) =>
  [11, 26].includes(((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff)

export const damagedDatabase = (reason: string) =>
  `The database is damaged (${reason}): stop the server, run npm run check, and restore a backup if it can't be read.`

/** A row could not be written because what it belongs to was deleted at the same moment. */
export function isForeignKeyViolation(error: unknown) {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === '23503' || errcode === 787
}

/** PostgreSQL rolled the transaction back for a deadlock or a serialization failure; run again, it can succeed. */
export const isDeadlock = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')
