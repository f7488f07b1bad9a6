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

/**
 * PostgreSQL's error classes for connections, resources, operator intervention and system errors, then the codes for
 * read-only transactions, serialization failures and deadlocks.
 */
const postgresClasses = /^(08|53|57|58)|^(25006|40001|40P01)$/

/** SQLite's codes for busy, locked, out of memory, read-only, disk error, disk full and can't open, in that order. */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])

/** Whether the database itself is unavailable, as opposed to a bad query. */
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

/** Whether we can't connect, for example because of a wrong password or an unknown database. */
export const isDatabaseOutOfReach = (error: unknown) =>
  isDatabaseUnavailable(error) || /^(28|3D)/.test(String((error as { code?: unknown }).code))

const sqliteDamageCodes = new Set([11, 26])

/** Whether the file itself is damaged. Only restoring a backup helps. */
export const isDatabaseDamaged = (error: unknown) =>
  sqliteDamageCodes.has(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** Thrown if the last check found damage, even if the database still responds. */
export class DamagedDatabase extends Error {}

/** Whether a parent row is missing, usually because it was deleted concurrently. */
export function isForeignKeyViolation(error: unknown) {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === '23503' || errcode === 787
}

/** Whether another row already has a value that must be unique. */
export function isUniqueViolation(error: unknown) {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** Whether PostgreSQL rolled back because of a deadlock or a serialization failure. A retry can succeed. */
export const isDeadlock = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')
