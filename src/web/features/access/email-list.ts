import * as z from 'zod/mini'
import { emailMaxLength, guestNameMaxLength } from '#shared/limits.ts'
import { emailAddress } from '#shared/text.ts'

/** A link can email this many invitations an hour (docs/email.md). */
const maxAddresses = 10

const schema = emailAddress(emailMaxLength)

export type Recipient = { name: string; email: string }

/** Example: 'anna.lind@example.com' is named Anna Lind. */
const nameFrom = (email: string) =>
  email
    .replace(/@.*/, '')
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ') || email

/** Reads addresses as email programs copy them, such as 'Anna <anna@example.com>, tom@example.com'. */
export function parseEmailList(text: string) {
  const recipients = new Map<string, Recipient>()
  const invalid: string[] = []
  const add = (address: string, name = '') => {
    const { success, data } = schema.safeParse(address)
    if (!success) invalid.push(address)
    else recipients.set(data, { email: data, name: (name || nameFrom(data)).slice(0, guestNameMaxLength) })
  }
  for (const entry of text.split(/[\n,;]+/).map((part) => part.trim())) {
    const [, name = '', address] = /^(.*?)<([^<>]*)>$/.exec(entry) ?? []
    if (address !== undefined) add(address.trim(), name.replaceAll('"', '').trim())
    else for (const word of entry.split(/\s+/).filter(Boolean)) add(word)
  }
  return { recipients: [...recipients.values()], invalid }
}

function problemWith(text: string) {
  const { recipients, invalid } = parseEmailList(text)
  if (invalid.length > 0) return `Not an email address: ${invalid.join(', ')}`
  if (recipients.length === 0) return 'Enter at least one email address'
  if (recipients.length > maxAddresses) return `Enter up to ${maxAddresses} email addresses at a time`
  return undefined
}

export const emailList = z
  .string()
  .check(z.refine((text) => problemWith(text) === undefined, { error: ({ input }) => problemWith(String(input)) }))
