import type { EmailContent } from '#server/platform/email/email-content.ts'
import { formatDateTime } from '#server/platform/email/email-format.ts'

type Contact = { name: string; email: string; subject: string; message: string; createdAt: string; isPriority: boolean }

export const contactEmail = (contact: Contact): EmailContent => ({
  subject: contact.isPriority ? `[Priority] ${contact.subject}` : contact.subject,
  preview: `From ${contact.name}`,
  heading: contact.subject,
  blocks: [
    `${contact.name} <${contact.email}> wrote on ${formatDateTime(contact.createdAt)}:`,
    { quote: contact.message },
  ],
  footer: [`Sent from the contact page. Reply to this email to answer ${contact.name}.`],
})
