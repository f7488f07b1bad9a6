import type { Email } from './message.ts'
import { createOutboxMailer, type OutboxOptions } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

export type Mailer = {
  /** False if emails are only saved to the outbox folder. */
  isDelivered: boolean
  /** Resolves once the server has accepted the email, or the email is on disk. */
  send(mail: Email): Promise<void>
  /** Connects and logs in without sending an email. Rejects with an `EmailProblem` if that fails. */
  verify(): Promise<void>
  close(): Promise<void>
}

type MailerOptions = ({ kind: 'outbox' } & OutboxOptions) | { kind: 'smtp'; url: string; from: string }

export const createMailer = (options: MailerOptions): Mailer =>
  options.kind === 'outbox' ? createOutboxMailer(options) : createSmtpMailer(options)
