import { readSentEmails } from '#test/support/sent-emails.ts'
import { expect } from './fixtures.ts'

/** Returns all emails to this address that the mail server received, in order. */
export function emailsTo(address: string) {
  const emails = readSentEmails(process.env.E2E_DATA_DIR ?? '')
  return emails.filter((mail) => mail.includes(`To: ${address}`))
}

async function pathInEmail(email: string, address: RegExp) {
  await expect.poll(() => emailsTo(email)).toHaveLength(1)
  return address.exec(emailsTo(email)[0] ?? '')?.[0] ?? 'no such URL in the email'
}

export const resetUrl = (email: string) => pathInEmail(email, /\/reset-password\/\S+/)

/** The URL where an owner extends the expiry date. */
export const newDateUrl = (email: string) => pathInEmail(email, /\/links\/edit\/[\w-]+#expiry/)

export const exportUrl = (email: string) => pathInEmail(email, /\/exports\/[\w.-]+/)

export const followUrl = (email: string) => pathInEmail(email, /\/follow\/[\w-]+/)

export const collaborationUrl = (email: string) => pathInEmail(email, /\/collaborate\/[\w-]+/)
