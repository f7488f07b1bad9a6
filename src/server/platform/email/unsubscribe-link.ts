import type { EmailContent } from './email-content.ts'

/** For emails that the reader may not have requested. */
export const withUnsubscribeLink = (content: EmailContent, url: string): EmailContent => ({
  ...content,
  footer: [...content.footer, { label: 'Stop emails from Framelight', url }],
})
