import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the source of all emails in the outbox with long lines joined, oldest first. */
export function readSentEmails(dataDir: string) {
  const outbox = join(dataDir, 'outbox')
  const files = existsSync(outbox) ? readdirSync(outbox).sort() : []
  // Emails that are still being written have a hidden name.
  const sent = files.filter((file) => !file.startsWith('.'))
  return sent.map((file) => readFileSync(join(outbox, file), 'utf8').replaceAll(/=\r?\n/g, ''))
}
