import type { SendMailOptions } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; replyTo?: string }

// As an object it is one recipient; as text, a comma in it would make a second.
const single = (email: string) => ({ name: '', address: email })

export function toMessage(from: string, { to, subject, text, replyTo }: Mail): SendMailOptions {
  return {
    from,
    to: single(to),
    subject,
    text,
    ...(replyTo && { replyTo: single(replyTo) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
