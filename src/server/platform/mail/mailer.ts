import type { Mail } from './message.ts'
import { createOutboxMailer, type OutboxOptions } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

export type Mailer = {
  /** false if emails are only saved to the outbox folder. */
  isDelivered: boolean
  /** Resolves once the server has accepted the email, or it's on disk. */
  send(mail: Mail): Promise<void>
  /** Connects and logs in without sending anything; rejects with an `EmailProblem`. */
  verify(): Promise<void>
  close(): Promise<void>
}

type MailOptions = ({ kind: 'outbox' } & OutboxOptions) | { kind: 'smtp'; url: string; from: string }

export const createMailer = (options: MailOptions): Mailer =>
  options.kind === 'outbox' ? createOutboxMailer(options) : createSmtpMailer(options)
