import * as z from 'zod/mini'

export function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const maxLength = 64
const unknown = 'Unknown time zone. Use a name such as Europe/Berlin.'

export const timeZone = z
  .string(unknown)
  .check(z.maxLength(maxLength, { error: unknown, abort: true }), z.refine(isTimeZone, unknown))

/** A browser can have zones that the server doesn't know yet. That's no reason to refuse a login. */
export const browserTimeZone = z.optional(z.string(unknown).check(z.maxLength(maxLength, unknown)))
