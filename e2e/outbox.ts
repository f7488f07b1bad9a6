import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'

/** Returns all emails to this address that the mail server received, in order. */
export function emailsTo(address: string) {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  const emails = (existsSync(folder) ? readdirSync(folder).sort() : []).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  )
  // Quoted-printable breaks long lines with "=".
  return emails.filter((mail) => mail.includes(`To: ${address}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''))
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
