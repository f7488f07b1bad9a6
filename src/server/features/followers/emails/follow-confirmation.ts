import type { EmailContent } from '#server/platform/email/email-content.ts'

/** Anyone can enter any email address, so this email never contains anything that users wrote or uploaded. */
export const followConfirmationEmail = ({ url }: { url: string }): EmailContent => ({
  subject: 'Confirm to get emails about new photos',
  preview: 'Confirm to start following the gallery',
  heading: 'Follow this gallery?',
  blocks: [
    'Someone (hopefully you) asked to be notified when a gallery on Framelight has new photos. Confirm to start following.',
    { button: { label: 'View gallery and confirm', url } },
    { detail: "We'll email you once a day at most. Unsubscribe anytime." },
  ],
  footer: [
    "If this wasn't you, ignore this email. You won't hear from us, and we'll delete your email address within a week.",
  ],
})
