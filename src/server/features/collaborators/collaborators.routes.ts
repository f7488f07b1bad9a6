import { type App, success, successMessage } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import {
  acceptCollaboration,
  createCollaborator,
  declineCollaboration,
  getCollaborationOffer,
  leaveCollaboration,
  listCollaborations,
  listCollaborators,
  removeCollaborator,
  sendCollaborator,
  updateCollaborator,
} from '#shared/collaborators.ts'
import type { CollaboratorService } from './collaborators.service.ts'

export function collaboratorRoutes(app: App, { collaborators }: { collaborators: CollaboratorService }) {
  app.route({
    ...listCollaborators,
    handler: async (request) => ({ success: true as const, ...(await collaborators.list(requireViewer(request))) }),
  })

  app.route({
    ...createCollaborator,
    handler: async (request, reply) => {
      const invited = await collaborators.invite(requireViewer(request), request.body, request.network)
      return reply.code(201).send(success(invited))
    },
  })

  app.route({
    ...updateCollaborator,
    handler: async (request) => {
      const { id } = request.params
      return success(await collaborators.changeRole(requireViewer(request), id, request.body.role))
    },
  })

  app.route({
    ...removeCollaborator,
    handler: async (request) => {
      await collaborators.remove(requireViewer(request), request.params.id)
      return successMessage('Removed')
    },
  })

  app.route({
    ...sendCollaborator,
    handler: async (request) =>
      success(await collaborators.send(requireViewer(request), request.params.id, request.network)),
  })

  app.route({
    ...getCollaborationOffer,
    handler: async (request) => success(await collaborators.getOffer(request.params.token)),
  })

  app.route({
    ...acceptCollaboration,
    handler: async (request) => success(await collaborators.accept(requireViewer(request), request.params.token)),
  })

  app.route({
    ...declineCollaboration,
    handler: async (request) => {
      await collaborators.decline(request.params.token)
      return successMessage('Declined')
    },
  })

  app.route({
    ...listCollaborations,
    handler: async (request) => success(await collaborators.listMine(requireViewer(request))),
  })

  app.route({
    ...leaveCollaboration,
    handler: async (request) => {
      await collaborators.leave(requireViewer(request), request.params.id)
      return successMessage('You left')
    },
  })
}
