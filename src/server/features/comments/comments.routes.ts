import { type App, said, success } from '#server/http/app-types.ts'
import { callerOf } from '#server/http/passes.ts'
import { requireViewer } from '#server/http/session.ts'
import { createComment, deleteComment, listComments, updateComment } from '#shared/comments.ts'
import type { CommentService } from './comments.service.ts'

export function commentRoutes(app: App, { comments }: { comments: CommentService }) {
  app.route({
    ...listComments,
    handler: async (request) => success(await comments.list(callerOf(request), request.params.imageId)),
  })

  app.route({
    ...createComment,
    handler: async (request, reply) => {
      const { imageId } = request.params
      const comment = await comments.create(requireViewer(request), callerOf(request), imageId, request.body)
      return reply.code(201).send(success(comment))
    },
  })

  app.route({
    ...updateComment,
    handler: async (request) => success(await comments.update(callerOf(request), request.params.id, request.body)),
  })

  app.route({
    ...deleteComment,
    handler: async (request) => {
      await comments.remove(callerOf(request), request.params.id)
      return said('Comment deleted successfully!')
    },
  })
}
