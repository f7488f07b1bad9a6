import { type Cursor, encodeCursor } from '#server/platform/database/cursor.ts'

export const pageSize = 50

/** Of one row more than a page holds; a search may end before it has found so many, and goes on behind what it has looked at. */
export function toPage<Row extends { id: string; createdAt: string }>(found: Row[], searchEnd?: Cursor) {
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  const end = last && found.length > pageSize ? { value: last.createdAt, id: last.id } : searchEnd
  return { rows, nextCursor: end && encodeCursor(end) }
}
