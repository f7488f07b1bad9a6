import type { EmailContent } from '#server/platform/email/email-content.ts'

export const registrationInvitationEmail = ({ url, host }: { url: string; host: string }): EmailContent => ({
  subject: "You're invited to Framelight",
  preview: 'Your personal link expires in seven days',
  heading: "You're invited",
  blocks: [
    `You've been invited to share your photos on ${host}.`,
    { button: { label: 'Create account', url } },
    { detail: 'This personal link works once and expires in seven days.' },
  ],
  footer: ['Not interested? You can ignore this email.'],
})
