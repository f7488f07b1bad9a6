import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, said, success } from '#server/http/app-types.ts'
import { callerOf, requireViewer, visitorOf } from '#server/http/session.ts'
import {
  countVisit,
  createLink,
  deleteLink,
  getLink,
  getLinkBySlug,
  listLinks,
  listPublicLinks,
  orderImages,
  updateLink,
} from '#shared/links.ts'
import type { LinkService } from './links.service.ts'
import type { ReadyGallery } from './ready-galleries.ts'

type Visitor = ReturnType<typeof visitorOf>
type Services = {
  links: LinkService
  /** Counts and says nothing: a page never waits for it. */
  countVisit: (linkId: string, ownerId: string, visitor: Visitor, referrer: string | undefined) => void
}

/** Below this a compressed answer saves nothing. */
const worthCompressing = 1024

export function linkRoutes(app: App, { links, countVisit: count }: Services) {
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
    // Not async: most visitors are answered with what is ready, and each promise on the way would cost.
    handler: (request, reply) => {
      const ready = request.viewer ? undefined : links.findReady(request.params.slug)
      if (ready === undefined) return answerFresh(request, reply, request.params.slug)
      if (!(ready instanceof Promise)) return sendReady(request, reply, ready)
      return ready.then((found) =>
        found ? sendReady(request, reply, found) : answerFresh(request, reply, request.params.slug),
      )
    },
  })

  // They send by themselves, so the route's own type of answer is met by none.
  function sendReady(request: FastifyRequest, reply: FastifyReply, { link, body, gzip }: ReadyGallery): never {
    count(link.id, link.userId, visitorOf(request), referrerIn(request.query))
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    const isCompressed = body.length > worthCompressing && acceptsGzip(request)
    if (isCompressed) reply.header('content-encoding', 'gzip')
    return reply.send(isCompressed ? gzip() : body) as never
  }

  async function answerFresh(request: FastifyRequest, reply: FastifyReply, slug: string): Promise<never> {
    const found = await links.getBySlug(request.viewer, slug, callerOf(request).address)
    if ('movedTo' in found) {
      const query = /\?.*$/.exec(request.url)?.[0] ?? ''
      return reply.redirect(`/api/links/slug/${found.movedTo}${query}`, 301) as never
    }
    count(found._id, found.user, visitorOf(request), referrerIn(request.query))
    return reply.send(success(found)) as never
  }

  app.route({
    ...countVisit,
    handler: async (request) => {
      const link = await links.requireOpenSlug(request.viewer, request.params.slug, callerOf(request).address)
      count(link.id, link.userId, visitorOf(request), request.body.ref)
      return said('Counted')
    },
  })

  app.route({
    ...orderImages,
    handler: async (request) =>
      success(await links.order(requireViewer(request), request.params.id, request.body.imageIds)),
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

const referrerIn = (query: unknown) => (query as { ref?: string }).ref

const acceptsGzip = (request: FastifyRequest) => /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
