import type { SendMailOptions } from 'nodemailer'

export type Email = {
  to: string
  /** Replaces the sender's name. The address stays the same. */
  fromName?: string | undefined
  subject: string
  text: string
  html?: string
  replyTo?: string
  /** Email clients POST to this URL for one-click unsubscribe (RFC 8058). */
  leaveUrl?: string
}

// In a plain string, a comma would add a second recipient.
const single = (email: string) => ({ name: '', address: email })

/** The configured sender is an address, or a name with the address in angle brackets. */
function addressIn(from: string) {
  const [start, end] = [from.lastIndexOf('<'), from.lastIndexOf('>')]
  return start >= 0 && end > start ? from.slice(start + 1, end) : from
}

export function toMessage(
  from: string,
  { to, fromName, subject, text, html, replyTo, leaveUrl }: Email,
): SendMailOptions {
  return {
    from: fromName ? { name: fromName, address: addressIn(from) } : from,
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
