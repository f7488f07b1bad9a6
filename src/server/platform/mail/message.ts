import type { SendMailOptions } from 'nodemailer'

/** `html` says the same as `text`, for programs that show it. */
export type Mail = { to: string; subject: string; text: string; html?: string; replyTo?: string }

// As an object it is one recipient; as text, a comma in it would make a second.
const single = (email: string) => ({ name: '', address: email })

export function toMessage(from: string, { to, subject, text, html, replyTo }: Mail): SendMailOptions {
  return {
    from,
    to: single(to),
    subject,
    text,
    ...(html && { html }),
    ...(replyTo && { replyTo: single(replyTo) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
