import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './fixtures.ts'

function mailsTo(address: string) {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  // Long lines are broken off with '=' in what is sent.
  return mails.filter((mail) => mail.includes(`To: ${address}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''))
}

/** The path of the reset link that was mailed to somebody. */
export async function resetAddress(email: string) {
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  return /\/reset-password\/\S+/.exec(mailsTo(email)[0] ?? '')?.[0] ?? 'no reset link in the mail'
}
