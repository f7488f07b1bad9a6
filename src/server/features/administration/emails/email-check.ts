import type { EmailContent } from '#server/platform/email/email-content.ts'

export const testEmail = ({ host, url }: { host: string; url: string }): EmailContent => ({
  subject: `Test email from ${host}`,
  preview: 'Email works.',
  heading: 'Email works',
  blocks: [
    `This is the test email you asked for. ${host} can send email.`,
    { button: { label: 'Open administration', url } },
  ],
  footer: [`You're receiving this because you're an administrator of ${host}.`],
})
