import type { Mailer, MailOptions } from './mail.ts'

export async function createMailer(options: MailOptions): Promise<Mailer> {
  if (options.kind === 'outbox') {
    const { createOutboxMailer } = await import('./outbox.ts')
    return createOutboxMailer(options)
  }
  const { createSmtpMailer } = await import('./smtp.ts')
  return createSmtpMailer(options)
}
