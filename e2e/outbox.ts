import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'

/** All mails to somebody, of the server that keeps its data there, in the order of sending. */
export function mailsTo(address: string, dataDir = process.env.E2E_DATA_DIR ?? '') {
  const folder = join(dataDir, 'outbox')
  const mails = (existsSync(folder) ? readdirSync(folder).sort() : []).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  )
  // Long lines are broken off with '=' in what is sent.
  return mails.filter((mail) => mail.includes(`To: ${address}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''))
}

async function addressInMail(email: string, address: RegExp) {
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  return address.exec(mailsTo(email)[0] ?? '')?.[0] ?? 'no such address in the mail'
}

/** The path of the reset link that was mailed to somebody. */
export const resetAddress = (email: string) => addressInMail(email, /\/reset-password\/\S+/)

/** Where an owner who is asked for more time gives it. */
export const newDateAddress = (email: string) => addressInMail(email, /\/links\/edit\/[\w-]+#expiry/)

/** Where everything of somebody's account can be fetched. */
export const exportAddress = (email: string) => addressInMail(email, /\/exports\/[\w.-]+/)

/** The page that asks somebody whether they want to follow a gallery. */
export const followAddress = (email: string) => addressInMail(email, /\/follow\/[\w-]+/)
