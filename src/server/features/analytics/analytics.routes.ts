import { create as contentDisposition } from 'content-disposition'
import { type App, success } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import { getAnalytics, getAnalyticsFile, getLinkAnalytics } from '#shared/analytics.ts'
import type { AnalyticsService } from './analytics.service.ts'

export function analyticsRoutes(app: App, { analytics }: { analytics: AnalyticsService }) {
  app.route({
    ...getLinkAnalytics,
    handler: async (request) =>
      success(await analytics.ofLink(requireViewer(request), request.params.id, request.query)),
  })

  app.route({
    ...getAnalytics,
    handler: async (request) => success(await analytics.ofAll(requireViewer(request), request.query)),
  })

  app.route({
    ...getAnalyticsFile,
    handler: async (request, reply) => {
      const { name, text } = await analytics.fileOf(requireViewer(request), request.params.id, request.query)
      return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition(name)).send(text)
    },
  })
}
