import type { MailContent } from '../mail-content.ts'
import { dateOf } from './words.ts'

/** To whoever asked for everything in their account. */
export const accountExportMail = (ready: { url: string; expiresAt: string }): MailContent => ({
  subject: 'Your data is ready',
  preview: 'Everything in your account, in one ZIP',
  heading: 'Your data is ready',
  blocks: [
    'Your originals with titles, comments, invitations and settings, in one ZIP. The account page of any Framelight takes it in again.',
    { button: { label: 'Fetch it', url: ready.url } },
    { detail: `It can be fetched until ${dateOf(ready.expiresAt)}.` },
  ],
  footer: [
    'Whoever has this address has everything in your account: do not pass it on. Did you not ask for it? Then change your password.',
  ],
})
