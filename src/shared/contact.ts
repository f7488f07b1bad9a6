import * as z from 'zod/mini'
import { done, type Endpoint } from './endpoint.ts'
import { emailMaxLength, messageMaxLength, nameLength, subjectMaxLength } from './limits.ts'
import { emailAddress, requiredLine, requiredText } from './text.ts'

export const contactMessage = z.object({
  name: requiredLine('Name', nameLength.max),
  email: emailAddress(emailMaxLength),
  subject: requiredLine('Subject', subjectMaxLength),
  message: requiredText('Message', messageMaxLength),
})
export type ContactMessage = z.infer<typeof contactMessage>

export const sendContactMessage = {
  method: 'POST',
  url: '/api/contact',
  config: { session: 'optional' },
  schema: {
    summary: 'Write to support',
    tags: ['Service'],
    body: contactMessage,
    response: { 201: done },
  },
} as const satisfies Endpoint
