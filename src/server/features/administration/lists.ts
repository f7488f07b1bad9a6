import { decodeCursor, encodeCursor } from '#server/platform/database/cursor.ts'
import { invalidField } from '#shared/errors.ts'

export const pageSize = 50

/** Where a list goes on that is in the order in which its rows were made. */
export function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const after = decodeCursor(cursor, 'text')
  if (!after) throw invalidField('cursor', 'This cursor is not valid')
  return after
}

/** Of one row more than a page holds. */
export function toPage<Row extends { id: string; createdAt: string }>(found: Row[]) {
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  const nextCursor = last && found.length > pageSize ? encodeCursor({ value: last.createdAt, id: last.id }) : undefined
  return { rows, nextCursor }
}
