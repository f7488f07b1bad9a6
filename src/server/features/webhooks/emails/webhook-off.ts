import type { EmailContent } from '#server/platform/email/email-content.ts'

/** This email contains no URL of a webhook, because the person who registered may not own the address. */
export const webhookOffEmail = ({ url }: { url: string }): EmailContent => ({
  subject: 'We turned off one of your webhooks',
  preview: "Its receiver didn't accept our messages",
  heading: 'We turned off one of your webhooks',
  blocks: [
    "The receiver of one of your webhooks didn't accept our messages, so we stopped calling it. Check that it works, then turn the webhook back on.",
    { button: { label: 'Check your webhooks', url } },
  ],
  footer: ['We send this email when we turn off a webhook of your Framelight account.'],
})
