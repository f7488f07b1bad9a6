import { type Cursor, encodeCursor } from '#server/platform/database/cursor.ts'

export const pageSize = 50

/**
 * Query one row more than the page size, so this function can detect a next page. A search that stopped early continues
 * at `searchEnd`.
 */
export function toPage<Row extends { id: string; createdAt: string }>(found: Row[], searchEnd?: Cursor) {
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  const end = last && found.length > pageSize ? { value: last.createdAt, id: last.id } : searchEnd
  return { rows, nextCursor: end && encodeCursor(end) }
}
