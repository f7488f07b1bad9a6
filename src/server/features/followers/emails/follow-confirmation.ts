import type { EmailBrand, EmailContent } from '#server/platform/email/email-content.ts'

type Confirmation = { url: string; brand?: EmailBrand | undefined }

/**
 * Anyone can enter any email address, so this email contains nothing that users wrote or uploaded, except the name and
 * logo of a studio.
 */
export const followConfirmationEmail = ({ url, brand }: Confirmation): EmailContent => ({
  subject: 'Confirm to get emails about new photos',
  preview: 'Confirm to start following the gallery',
  heading: 'Follow this gallery?',
  blocks: [
    `Someone (hopefully you) asked to be notified when a gallery ${brand?.name ? `by ${brand.name}` : 'on Framelight'} has new photos. Confirm to start following.`,
    { button: { label: 'View gallery and confirm', url } },
    { detail: "We'll email you once a day at most. Unsubscribe anytime." },
  ],
  brand,
  footer: [
    "If this wasn't you, ignore this email. You won't hear from us, and we'll delete your email address within a week.",
  ],
})
