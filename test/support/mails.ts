import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

/** The mails that a server has written for somebody, the lines that were folded in one piece again. */
async function mailsTo({ config }: TestServer, email: string) {
  const dir = join(config.dataDir, 'outbox')
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replace(/=\r\n/g, ''))
}

/** The first that matches, as soon as it is there: its first group. */
export const inMailTo = (server: TestServer, email: string, pattern: RegExp) =>
  vi.waitFor(
    async () => {
      const found = (await mailsTo(server, email)).map((mail) => pattern.exec(mail)?.[1]).find(Boolean)
      expect(found).toBeDefined()
      return found ?? ''
    },
    { timeout: 5000 },
  )
