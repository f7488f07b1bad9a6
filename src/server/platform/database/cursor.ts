import { invalidField } from '#shared/errors.ts'

/** Where a list goes on: the last row's sort value and its id. Opaque to callers. */
export type Cursor = { value: string | number; id: string }

export const encodeCursor = ({ value, id }: Cursor) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** undefined when it is not one of ours, or was made for a list that is sorted by another kind of value. */
export function decodeCursor(text: string, kind: 'text' | 'number'): Cursor | undefined {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const fits = kind === 'text' ? isPlainText(value) : Number.isInteger(value) && Math.abs(value) < 2 ** 31
    return fits && isPlainText(id) ? { value, id } : undefined
  } catch {
    return undefined
  }
}

const isPlainText = (value: unknown) => typeof value === 'string' && !value.includes('\0')

/** As a caller sent it; throws where it cannot be one of ours. */
export function readCursor(text: string | undefined, kind: 'text' | 'number' = 'text') {
  if (text === undefined) return undefined
  const cursor = decodeCursor(text, kind)
  if (!cursor) throw invalidField('cursor', 'This cursor is not valid')
  return cursor
}
