import { type App, said } from '#server/http/app-types.ts'
import { callerOf } from '#server/http/session.ts'
import { sendContactMessage } from '#shared/contact.ts'
import type { ContactService } from './contact.service.ts'

export function contactRoutes(app: App, { contact }: { contact: ContactService }) {
  app.route({
    ...sendContactMessage,
    handler: async (request, reply) => {
      await contact.send(request.viewer, request.body, callerOf(request).network)
      return reply.code(201).send(said('Your message has been sent'))
    },
  })
}
