import type { MailContent } from '../mail-content.ts'
import { formatDateTime } from './format.ts'

type Contact = { name: string; email: string; subject: string; message: string; createdAt: string; isPriority: boolean }

export const contactMail = (contact: Contact): MailContent => ({
  subject: contact.isPriority ? `[Priority] ${contact.subject}` : contact.subject,
  preview: `From ${contact.name}`,
  heading: contact.subject,
  blocks: [
    `${contact.name} <${contact.email}> wrote on ${formatDateTime(contact.createdAt)}:`,
    { quote: contact.message },
  ],
  footer: [`Sent from the contact page. Reply to this email to answer ${contact.name}.`],
})
