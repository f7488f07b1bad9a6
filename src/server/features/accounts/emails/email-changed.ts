import type { EmailContent } from '#server/platform/email/email-content.ts'

export const emailChangedEmail = ({ url }: { url: string }): EmailContent => ({
  subject: 'Your email address was changed',
  preview: 'You log in with your new address now',
  heading: 'Your email address was changed',
  blocks: [
    'Your Framelight account has a new email address. This one no longer works for logging in, and we logged you out everywhere.',
    "If this wasn't you, contact us right away.",
    { button: { label: 'Contact us', url } },
  ],
  footer: ['This is the last email about your account to this address.'],
})
