import type { EmailContent } from '#server/platform/email/email-content.ts'

/** This email contains no name, because the person who registered may not own the email address. */
export const confirmationEmail = ({ url }: { url: string }): EmailContent => ({
  subject: 'Confirm your email address',
  preview: 'Confirm it so people can open what you share',
  heading: 'Confirm your email',
  blocks: [
    'Someone used this email address to sign up for Framelight. Confirm it so people can open what you share.',
    { button: { label: 'Confirm email address', url } },
  ],
  footer: ["If this wasn't you, ignore this email. Nothing from that account will be visible."],
})
