export type Mail = { to: string; subject: string; text: string; replyTo?: string }

export type Mailer = {
  /** Resolves when the mail is in other hands: accepted by the server, or safely on disk. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** What the outbox tells about a mail; never its text, which may hold a token. */
export type OutboxLog = (entry: { to: string; file: string }) => void

export type MailOptions =
  | { kind: 'outbox'; dir: string; from: string; log: OutboxLog }
  | { kind: 'smtp'; url: string; from: string }
