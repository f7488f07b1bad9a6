import type { EmailContent } from './email-content.ts'
import { toEmailText } from './email-text.ts'

/** Imports React for the first email, so that servers that never send one don't load it. */
export async function renderEmail(content: EmailContent) {
  const { toEmailHtml } = await import('./email-html.ts')
  return { subject: content.subject, text: toEmailText(content), html: toEmailHtml(content) }
}
