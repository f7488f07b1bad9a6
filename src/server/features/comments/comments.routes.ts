import { type App, success, successMessage } from '#server/http/app-types.ts'
import { callerOf, type PassCookies } from '#server/http/passes.ts'
import { refuseEndedSession, requireViewer } from '#server/http/session.ts'
import { approveComment, createComment, deleteComment, listComments, updateComment } from '#shared/comments.ts'
import type { CommentService } from './comments.service.ts'

type Services = { comments: CommentService; passCookies: PassCookies }

export function commentRoutes(app: App, { comments, passCookies }: Services) {
  app.route({
    ...listComments,
    handler: async (request) => ({
      success: true as const,
      ...(await comments.list(callerOf(request), request.params.imageId, request.query)),
    }),
  })

  app.route({
    ...createComment,
    handler: async (request, reply) => {
      refuseEndedSession(request)
      const { imageId } = request.params
      const made = await comments.create(callerOf(request), imageId, request.body, request.network)
      if (made.held) passCookies.set(reply, made.held)
      return reply.code(201).send(success(made.comment))
    },
  })

  app.route({
    ...updateComment,
    handler: async (request) => {
      const network = request.network
      return success(await comments.update(callerOf(request), request.params.id, request.body, network))
    },
  })

  app.route({
    ...approveComment,
    handler: async (request) => success(await comments.approve(requireViewer(request), request.params.id)),
  })

  app.route({
    ...deleteComment,
    handler: async (request) => {
      await comments.remove(callerOf(request), request.params.id)
      return successMessage('Comment deleted successfully!')
    },
  })
}
