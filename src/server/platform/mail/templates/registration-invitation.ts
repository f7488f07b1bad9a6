import type { MailContent } from '../mail-content.ts'

export const registrationInvitationMail = ({ url, host }: { url: string; host: string }): MailContent => ({
  subject: 'An account for you at Framelight',
  preview: 'The address in it is for you alone, for seven days',
  heading: 'You are invited',
  blocks: [
    `Whoever runs ${host} invites you to share your pictures there.`,
    { button: { label: 'Make an account', url } },
    { detail: 'The address is for you alone: it works once, for seven days.' },
  ],
  footer: ['If you do not want an account, do nothing.'],
})
