import { type App, successMessage } from '#server/http/app-types.ts'
import { sendContactMessage } from '#shared/contact.ts'
import type { ContactService } from './contact.service.ts'

export function contactRoutes(app: App, { contact }: { contact: ContactService }) {
  app.route({
    ...sendContactMessage,
    handler: async (request, reply) => {
      return reply.code(201).send(successMessage(await contact.send(request.viewer, request.body, request.network)))
    },
  })
}
