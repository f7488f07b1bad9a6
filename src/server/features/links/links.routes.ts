import { type App, said, success } from '#server/http/app-types.ts'
import { requireViewer } from '#server/http/session.ts'
import {
  createLink,
  deleteLink,
  getLink,
  getLinkBySlug,
  listLinks,
  listPublicLinks,
  updateLink,
} from '#shared/links.ts'
import type { LinkService } from './links.service.ts'

export function linkRoutes(app: App, { links }: { links: LinkService }) {
  app.route({
    ...listLinks,
    handler: async (request) => ({
      success: true as const,
      ...(await links.list(requireViewer(request), request.query)),
    }),
  })

  app.route({
    ...listPublicLinks,
    handler: async (request) => ({ success: true as const, ...(await links.listPublic(request.query)) }),
  })

  app.route({
    ...getLink,
    handler: async (request) => success(await links.get(request.viewer, request.params.id)),
  })

  app.route({
    ...getLinkBySlug,
    handler: async (request, reply) => {
      const found = await links.getBySlug(request.viewer, request.params.slug, request.ip)
      if (!('movedTo' in found)) return success(found)
      const query = request.url.split('?')[1]
      return reply.redirect(`/api/links/slug/${found.movedTo}${query ? `?${query}` : ''}`, 301)
    },
  })

  app.route({
    ...createLink,
    handler: async (request, reply) =>
      reply.code(201).send(success(await links.create(requireViewer(request), request.body))),
  })

  app.route({
    ...updateLink,
    handler: async (request) => success(await links.update(requireViewer(request), request.params.id, request.body)),
  })

  app.route({
    ...deleteLink,
    handler: async (request) => {
      await links.remove(requireViewer(request), request.params.id)
      return said('Link deleted')
    },
  })
}
