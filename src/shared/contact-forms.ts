import * as z from 'zod/mini'
import { emailMaxLength, messageMaxLength, nameLength, subjectMaxLength } from './limits.ts'
import { emailAddress, requiredLine, requiredText } from './text.ts'

export const contactMessage = z.object({
  name: requiredLine('Name', nameLength.max),
  email: emailAddress(emailMaxLength),
  subject: requiredLine('Subject', subjectMaxLength),
  message: requiredText('Message', messageMaxLength),
})
export type ContactMessage = z.infer<typeof contactMessage>
