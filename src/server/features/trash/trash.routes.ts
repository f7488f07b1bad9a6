import { type App, success } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import { emptyTrash, listTrash, restoreTrash } from '#shared/trash.ts'
import type { TrashService } from './trash.service.ts'

export function trashRoutes(app: App, { trash }: { trash: TrashService }) {
  app.route({
    ...listTrash,
    handler: async (request) => ({
      success: true as const,
      ...(await trash.list(requireViewer(request), request.query)),
    }),
  })

  app.route({
    ...restoreTrash,
    handler: async (request) => success({ done: await trash.restore(requireViewer(request), request.body) }),
  })

  app.route({
    ...emptyTrash,
    handler: async (request) => success({ done: await trash.remove(requireViewer(request), request.body) }),
  })
}
