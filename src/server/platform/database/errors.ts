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

/** SQLite: busy, locked, out of memory, read-only, disk error, disk full, can't open. */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])

/** The database isn't working right now, as opposed to a bad query. */
export function isDatabaseUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return sqliteCodes.has(errcode & 0xff)
  if (typeof code === 'string' && (networkCodes.has(code) || postgresClasses.test(code))) return true
  // The pool and the driver throw these without a code.
  return /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/.test(
    error.message,
  )
}

/** We can't connect: no server, wrong password or unknown database. */
export const isDatabaseOutOfReach = (error: unknown) =>
  isDatabaseUnavailable(error) || /^(28|3D)/.test(String((error as { code?: unknown }).code))

/** SQLite: malformed, or not a database at all. */
const sqliteDamageCodes = new Set([11, 26])

/** The file itself is damaged; only a backup helps. */
export const isDatabaseDamaged = (error: unknown) =>
  sqliteDamageCodes.has(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** The database responds, but the last check found damage. */
export class DamagedDatabase extends Error {}

/** The parent row was deleted concurrently. */
export function isForeignKeyViolation(error: unknown) {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === '23503' || errcode === 787
}

/** PostgreSQL rolled back because of a deadlock or a serialization failure; a retry can succeed. */
export const isDeadlock = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')
