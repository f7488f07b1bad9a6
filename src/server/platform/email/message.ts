import type { SendMailOptions } from 'nodemailer'

export type Email = {
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  /** Email clients POST to this URL for one-click unsubscribe (RFC 8058). */
  leaveUrl?: string
}

// In a plain string, a comma would add a second recipient.
const single = (email: string) => ({ name: '', address: email })

export function toMessage(from: string, { to, subject, text, html, replyTo, leaveUrl }: Email): SendMailOptions {
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
