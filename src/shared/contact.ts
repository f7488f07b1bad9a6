import { contactMessage } from './contact-forms.ts'
import { done, type Endpoint } from './endpoint.ts'

export const sendContactMessage = {
  method: 'POST',
  url: '/api/contact',
  config: { session: 'optional', keyScope: 'never' },
  schema: {
    summary: 'Send a message to support',
    tags: ['Service'],
    body: contactMessage,
    response: { 201: done },
  },
} as const satisfies Endpoint
