import type { MailContent } from '../mail-content.ts'

/** No name: the person who registered may not own the email address. */
export const passwordResetMail = ({ url }: { url: string }): MailContent => ({
  subject: 'Reset your password',
  preview: 'The address in it works once and for one hour',
  heading: 'Choose a new password',
  blocks: [
    'Hello,\nyou asked to reset the password of your Framelight account.',
    { button: { label: 'Choose a new password', url } },
    { detail: 'This works once and for one hour.' },
  ],
  footer: ['If you did not ask for it, ignore this mail: your password stays as it is.'],
})
