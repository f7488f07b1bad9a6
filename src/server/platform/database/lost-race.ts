/**
 * Whether a row could not be written because what it belongs to was deleted in the same moment: foreign keys say so, in
 * PostgreSQL by a code and in SQLite by a number.
 */
export function isLostRace(error: unknown) {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === '23503' || errcode === 787
}
