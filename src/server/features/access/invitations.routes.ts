import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  sendInvitation,
  updateInvitation,
} from '#shared/invitations.ts'
import type { InvitationEmailService } from './invitation-emails.service.ts'
import type { InvitationService } from './invitations.service.ts'

type Services = { invitations: InvitationService; invitationEmails: InvitationEmailService }

export function invitationRoutes(app: App, { invitations, invitationEmails }: Services) {
  app.route({
    ...listInvitations,
    handler: async (request) => success(await invitations.list(requireViewer(request), request.params.id)),
  })

  app.route({
    ...createInvitation,
    handler: async (request, reply) => {
      const made = await invitations.create(requireViewer(request), request.params.id, request.body)
      return reply.code(201).send(success(made))
    },
  })

  app.route({
    ...updateInvitation,
    handler: async (request) =>
      success(await invitations.update(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...revokeInvitation,
    handler: async (request) => success(await invitations.revoke(requireViewer(request), request.params.id)),
  })

  app.route({
    ...sendInvitation,
    handler: async (request) => {
      const { message } = request.body
      const viewer = requireViewer(request)
      return successMessage(await invitationEmails.send(viewer, request.params.id, message, request.network))
    },
  })
}
