import type { MailContent } from '../mail-content.ts'

/** No name: the person who registered may not own the email address. */
export const emailConfirmationMail = ({ url }: { url: string }): MailContent => ({
  subject: 'Confirm your e-mail address',
  preview: 'Until then nobody can open what you share',
  heading: 'Is this your address?',
  blocks: [
    'Somebody made an account at Framelight with it. Until you confirm it, nobody can open what you share.',
    { button: { label: 'Confirm my address', url } },
  ],
  footer: ['If it was not you, ignore this mail: nothing of that account will be seen by anybody.'],
})
