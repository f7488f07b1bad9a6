import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '#server/http/accepts.ts'
import { type App, said, success } from '#server/http/app-types.ts'
import type { CachedResponse, FastPath } from '#server/http/fast-path/fast-path.ts'
import { type Calling, callerOf, requireViewer, visitorOf } from '#server/http/session.ts'
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
import type { CachedGallery } from './gallery-cache.ts'
import type { LinkService } from './links.service.ts'

type Visitor = ReturnType<typeof visitorOf>
type Services = {
  links: LinkService
  ready: FastPath
  /** Counts and says nothing: a page never waits for it. */
  countVisit: (linkId: string, ownerId: string, visitor: Visitor, referrer: string | undefined) => void
}

export function linkRoutes(app: App, { links, ready, countVisit: count }: Services) {
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
      const gallery = request.viewer ? undefined : await links.findReady(request.params.slug)
      return gallery ? sendReady(request, reply, gallery) : answerFresh(request, reply, request.params.slug)
    },
  })

  ready.add(getLinkBySlug.url, (request, slug) => {
    const gallery = links.peekReady(slug)
    // Who does not take gzip is left to the route, where it can be packed in other ways; so is a query with a referrer.
    const takesGzip = accepts(request.headers, 'gzip')
    const isAtHand = gallery && (takesGzip || !gallery.gzip)
    return isAtHand ? answerWith(gallery, request, undefined, takesGzip) : undefined
  })

  function answerWith(
    { link, body, gzip }: CachedGallery,
    request: Calling,
    referrer: string | undefined,
    takesGzip = accepts(request.headers, 'gzip'),
  ): CachedResponse {
    count(link.id, link.userId, visitorOf(request), referrer)
    return gzip && takesGzip
      ? { status: 200, headers: packedHeaders, body: gzip }
      : { status: 200, headers: plainHeaders, body }
  }

  // They send by themselves, so the route's own type of answer is met by none.
  function sendReady(request: FastifyRequest, reply: FastifyReply, gallery: CachedGallery): never {
    const { headers, body } = answerWith(gallery, request, referrerIn(request.query))
    return reply.headers(headers).send(body) as never
  }

  async function answerFresh(request: FastifyRequest, reply: FastifyReply, slug: string): Promise<never> {
    const found = await links.getBySlug(request.viewer, slug, callerOf(request).network)
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
      const link = await links.requireOpenSlug(request.viewer, request.params.slug, callerOf(request).network)
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

const plainHeaders = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' }
const packedHeaders = { ...plainHeaders, 'content-encoding': 'gzip' }

const referrerIn = (query: unknown) => (query as { ref?: string }).ref
