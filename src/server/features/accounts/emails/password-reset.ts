import type { EmailContent } from '#server/platform/email/email-content.ts'

/** This email contains no name, because the person who registered may not own the email address. */
export const passwordResetEmail = ({ url, revokesKeys }: { url: string; revokesKeys: boolean }): EmailContent => ({
  subject: 'Reset your password',
  preview: 'This link expires in one hour',
  heading: 'Choose a new password',
  blocks: [
    'Hi,',
    'We received a request to reset your Framelight password.',
    { button: { label: 'Choose a new password', url } },
    { detail: 'This link works once and expires in one hour.' },
    ...(revokesKeys ? [{ detail: 'Choosing a new password this way also revokes your API keys.' }] : []),
  ],
  footer: ["If you didn't request this, ignore this email. Your password stays the same."],
})
