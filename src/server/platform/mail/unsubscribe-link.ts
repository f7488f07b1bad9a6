import type { MailContent } from './mail-content.ts'

/** For emails that the reader may not have requested. */
export const withUnsubscribeLink = (content: MailContent, url: string): MailContent => ({
  ...content,
  footer: [...content.footer, { label: 'Stop emails from Framelight', url }],
})
