import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

/** Once nothing is left to be sent: every email to an address that matches, oldest first. */
export async function allEmailsTo(server: TestServer, address: RegExp) {
  await vi.waitFor(
    async () => {
      await server.services.runDueTasks()
      const now = server.clock.now().toISOString()
      expect(await server.db.selectFrom('tasks').select('kind').where('run_at', '<=', now).execute()).toEqual([])
    },
    { timeout: 10_000 },
  )
  const emails = await mailsTo(server, ({ to }) => address.test(to))
  return emails.map((email) => email.replaceAll('=3D', '='))
}

/** The mails that a server has written for somebody, the lines that were folded in one piece again. */
async function mailsTo({ config }: TestServer, isFor: (mail: { to: string }) => boolean) {
  const dir = join(config.dataDir, 'outbox')
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
  return mails
    .filter((mail) => isFor({ to: /^To: (.*)\r$/m.exec(mail)?.[1] ?? '' }))
    .map((mail) => mail.replace(/=\r\n/g, ''))
}

/** The first that matches, as soon as it is there: its first group. */
export const inEmailTo = (server: TestServer, email: string, pattern: RegExp) =>
  vi.waitFor(
    async () => {
      const found = (await mailsTo(server, ({ to }) => to === email))
        .map((mail) => pattern.exec(mail)?.[1])
        .find(Boolean)
      expect(found).toBeDefined()
      return found ?? ''
    },
    { timeout: 5000 },
  )
