import type { EmailContent } from '#server/platform/email/email-content.ts'

export const exportReadyEmail = ({ url, until }: { url: string; until: string }): EmailContent => ({
  subject: 'Your data is ready',
  preview: `Available until ${until}`,
  heading: 'Your data is ready',
  blocks: [
    'Your originals, titles, comments, favorites, invitations and settings are in one ZIP file. You can import it into any Framelight account.',
    { button: { label: 'Download', url } },
    { detail: `Available until ${until}.` },
  ],
  footer: [
    "This link gives access to everything in your account, so don't share it. Didn't request it? Change your password.",
  ],
})
