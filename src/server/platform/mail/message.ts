import type { SendMailOptions } from 'nodemailer'

export type Mail = {
  to: string
  subject: string
  text: string
  /** Says the same as `text`, for programs that show it. */
  html?: string
  replyTo?: string
  /** Where a POST ends mails like this one, so that programs can show a button for it (RFC 8058). */
  leaveUrl?: string
}

// As an object it is one recipient; as text, a comma in it would make a second.
const single = (email: string) => ({ name: '', address: email })

export function toMessage(from: string, { to, subject, text, html, replyTo, leaveUrl }: Mail): SendMailOptions {
  return {
    from,
    to: single(to),
    subject,
    text,
    ...(html && { html }),
    ...(replyTo && { replyTo: single(replyTo) }),
    ...(leaveUrl && {
      list: { unsubscribe: leaveUrl },
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
