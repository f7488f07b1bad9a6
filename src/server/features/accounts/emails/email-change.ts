import type { EmailContent } from '#server/platform/email/email-content.ts'

// These emails contain no names, because the address may be a stranger's.

export const newEmailEmail = ({ url }: { url: string }): EmailContent => ({
  subject: 'Confirm your new email address',
  preview: 'This link expires in 24 hours',
  heading: 'Confirm your new email',
  blocks: [
    'Someone asked to use this email address for their Framelight account. Confirm it to log in with it from now on.',
    { button: { label: 'Confirm new email address', url } },
    { detail: 'This link works once and expires in 24 hours. Confirming logs you out everywhere.' },
  ],
  footer: ["If this wasn't you, ignore this email. Nothing changes."],
})

export const addressInUseEmail = (): EmailContent => ({
  subject: 'Someone tried to use your email address',
  preview: "Your account hasn't changed",
  heading: 'Your email address is in use',
  blocks: [
    'Someone asked to use this email address for another Framelight account. It belongs to your account, so nothing changes.',
    'If this was you, log in with this address, or change the address of your other account first.',
  ],
  footer: ["If this wasn't you, there's nothing to do."],
})

export const emailChangeRequestedEmail = ({ url }: { url: string }): EmailContent => ({
  subject: 'Someone asked to change your email address',
  preview: "If this wasn't you, change your password",
  heading: 'A new email address was requested',
  blocks: [
    'Someone asked to use another email address for your Framelight account. It changes once they open the link that we sent to that address.',
    "If this was you, there's nothing to do here. If it wasn't, change your password now, and the link stops working.",
    { button: { label: 'Check your account', url } },
  ],
  footer: ['We send this email whenever a way into your account changes.'],
})
