import type { MailContent } from './mail-content.ts'
import { toMailText } from './mail-text.ts'

/** Imports React for the first email, so that servers that never send one don't load it. */
export async function renderMail(content: MailContent) {
  const { toMailHtml } = await import('./mail-html.ts')
  return { subject: content.subject, text: toMailText(content), html: toMailHtml(content) }
}
