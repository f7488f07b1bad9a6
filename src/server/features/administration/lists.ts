import { type Cursor, decodeCursor, encodeCursor } from '#server/platform/database/cursor.ts'
import { invalidField } from '#shared/errors.ts'

export const pageSize = 50

/** Where a list goes on that is in the order in which its rows were made. */
export function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const after = decodeCursor(cursor, 'text')
  if (!after) throw invalidField('cursor', 'This cursor is not valid')
  return after
}

/** Of one row more than a page holds; a search may end before it has found so many, and goes on behind what it has looked at. */
export function toPage<Row extends { id: string; createdAt: string }>(found: Row[], searchEnd?: Cursor) {
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  const end = last && found.length > pageSize ? { value: last.createdAt, id: last.id } : searchEnd
  return { rows, nextCursor: end && encodeCursor(end) }
}
