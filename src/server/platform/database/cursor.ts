import { invalidField } from '#shared/errors.ts'

export type Cursor = { value: string | number; id: string }

export const encodeCursor = ({ value, id }: Cursor) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Returns undefined if the text isn't one of our cursors, or is from a list sorted by another type. */
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

export function readCursor(text: string | undefined, kind: 'text' | 'number' = 'text') {
  if (text === undefined) return undefined
  const cursor = decodeCursor(text, kind)
  if (!cursor) throw invalidField('cursor', "This cursor isn't valid")
  return cursor
}
