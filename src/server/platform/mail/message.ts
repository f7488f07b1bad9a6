import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

// As an object an address is one address; as text, a comma in it would make a second recipient.
const single = (address: string) => ({ name: '', address })

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
