import type { MailContent } from '../mail-content.ts'

/** `until` is a formatted date. */
export const exportReadyMail = ({ url, until }: { url: string; until: string }): MailContent => ({
  subject: 'Your data is ready',
  preview: `It can be fetched until ${until}`,
  heading: 'Your data is ready',
  blocks: [
    'Your originals, their words, comments, invitations and settings, in one ZIP. The account page of any Framelight takes it in again.',
    { button: { label: 'Fetch it', url } },
    { detail: `It can be fetched until ${until}.` },
  ],
  footer: [
    'Whoever has this address has everything in your account: do not pass it on. Did you not ask for it? Then change your password.',
  ],
})
