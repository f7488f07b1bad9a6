import type { MailContent } from '../mail-content.ts'

/** Anyone can enter any email address, so this contains nothing that users wrote or uploaded. */
export const followConfirmationMail = ({ url }: { url: string }): MailContent => ({
  subject: 'Do you want to hear about new pictures?',
  preview: 'Press once and you follow the gallery',
  heading: 'Follow a gallery?',
  blocks: [
    'Somebody entered this address to hear when a gallery on Framelight has new pictures. If it was you, say so here.',
    { button: { label: 'See the gallery and follow it', url } },
    { detail: 'We write at most once a day, and every mail has a link that stops them.' },
  ],
  footer: [
    'If it was not you, ignore this mail: without your word nothing comes, and we forget the address in a week.',
  ],
})
