import type { MailContent } from './mail-content.ts'
import { toMailText } from './mail-text.ts'

/** The same words as HTML and as text. React is loaded with the first mail: a server that sends none does without. */
export async function renderMail(content: MailContent) {
  const { toMailHtml } = await import('./mail-html.ts')
  return { subject: content.subject, text: toMailText(content), html: toMailHtml(content) }
}
