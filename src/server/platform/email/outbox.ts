import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type Email, toMessage } from './message.ts'

export type OutboxOptions = {
  dir: string
  from: string
  /** An entry doesn't include the text, which may contain a token. */
  log: (entry: { to: string; file: string }) => void
}

/** Saves each email as a file that any email client can open, for servers without SMTP. */
export function createOutboxMailer({ dir, from, log }: OutboxOptions) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let written = 0

  /** Names sort by time. The counter keeps the order within a millisecond. The random part separates processes. */
  const nextName = () => {
    const time = new Date().toISOString().replaceAll(':', '-')
    const counter = String(written++ % 1e6).padStart(6, '0')
    return `${time}-${counter}-${randomBytes(4).toString('hex')}.eml`
  }

  return {
    isDelivered: false,
    async send(mail: Email) {
      const file = nextName()
      const { message } = await transport.sendMail(toMessage(from, mail))
      // The folder is private, because an email may contain a password reset token.
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await writeDurably(dir, file, message as Buffer)
      log({ to: mail.to, file })
    },
    verify: async () => {},
    close: async () => transport.close(),
  }
}

async function writeDurably(dir: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(dir, `.${name}`)
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx', flush: true })
    await rename(temporary, join(dir, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}
