import type { Pass } from '#server/features/access/link-access.ts'
import type { PassService } from '#server/features/access/passes.service.ts'
import { accepts } from '#server/http/accepts.ts'
import { type App, success, successMessage } from '#server/http/app-types.ts'
import { type HotReads, type ReadRequest, type ReadResponse, sendResponse } from '#server/http/hot-reads.ts'
import { callerOf, type PassCookies } from '#server/http/passes.ts'
import { readUploadKey } from '#server/http/receive-upload.ts'
import { clientOf, queryOf, requireViewer } from '#server/http/session.ts'
import { chain } from '#server/platform/concurrency/lazy-promise.ts'
import type { Client } from '#server/viewer.ts'
import { listImages } from '#shared/images.ts'
import {
  countVisit,
  createLink,
  deleteLink,
  getLink,
  getLinkBySlug,
  listLinks,
  listPublicLinks,
  listSharedLinks,
  orderImages,
  updateLink,
} from '#shared/links.ts'
import type { CachedJson } from './gallery-cache.ts'
import type { LinkService } from './links.service.ts'

type Services = {
  links: LinkService
  hotReads: HotReads
  countVisit: (
    target: { linkId: string; ownerId: string; invitationId: string | undefined },
    client: Client,
    referrer?: string,
  ) => void
  passes: PassService
  passCookies: PassCookies
}

/** Enough for the IDs of `orderMaxSize` images. */
const orderMaxBytes = 1024 * 1024

export function linkRoutes(app: App, { links, hotReads, countVisit: count, passes, passCookies }: Services) {
  app.route({
    ...listLinks,
    handler: async (request) => ({
      success: true as const,
      ...(await links.list(requireViewer(request), request.query)),
    }),
  })

  app.route({
    ...listSharedLinks,
    handler: async (request) => ({
      success: true as const,
      ...(await links.listShared(requireViewer(request), request.query)),
    }),
  })

  app.route({
    ...listPublicLinks,
    handler: async (request) => ({ success: true as const, ...(await links.listPublic(request.query)) }),
  })

  app.route({
    ...getLink,
    handler: async (request, reply) => {
      const { id } = request.params
      const caller = callerOf(request)
      if (caller.viewer) return success(await links.get(caller, id))
      return sendResponse(reply, responseWith(await links.openById(caller, id), accepts(request.headers, 'gzip')))
    },
  })

  app.route({
    ...listImages,
    handler: async (request, reply) => {
      const { linkId } = request.params
      const caller = callerOf(request)
      if (caller.viewer) return success(await links.listImages(caller, linkId))
      const { images } = await links.openById(caller, linkId)
      return sendResponse(reply, responseWith(await images(), accepts(request.headers, 'gzip')))
    },
  })

  const readBySlug = (request: ReadRequest<{ slug: string }, { ref?: string | undefined }>) =>
    chain(
      links.openBySlug({ slug: request.params.slug, caller: callerOf(request), client: request }),
      (opened): ReadResponse => {
        if ('movedTo' in opened) {
          return { status: 301, headers: { location: `/api/links/slug/${opened.movedTo}${queryOf(request)}` } }
        }
        const { link, gallery, pass } = opened
        count(targetOf(link, pass), clientOf(request), request.query.ref)
        const response = gallery
          ? responseWith(gallery, accepts(request.headers, 'gzip'))
          : { status: 200, headers: {}, body: success(opened.shown) }
        if (!pass || !passes.isDue(pass)) return response
        return { ...response, headers: { ...response.headers, ...passCookies.renewed(request.headers) } }
      },
    )
  app.route({ ...getLinkBySlug, handler: hotReads.add(getLinkBySlug.url, readBySlug) })

  app.route({
    ...countVisit,
    handler: async (request) => {
      const { slug } = request.params
      const { link, pass } = await links.requireBySlug({ slug, caller: callerOf(request), client: request })
      count(targetOf(link, pass), clientOf(request), request.body.ref)
      return successMessage('Counted')
    },
  })

  app.route({
    ...orderImages,
    bodyLimit: orderMaxBytes,
    handler: async (request) =>
      success(await links.order(requireViewer(request), request.params.id, request.body.imageIds)),
  })

  app.route({
    ...createLink,
    handler: async (request, reply) => {
      const { network } = request
      const key = readUploadKey(request)
      const { link, isNew } = await links.create(requireViewer(request), request.body, { network, key })
      return reply.code(isNew ? 201 : 200).send(success(link))
    },
  })

  app.route({
    ...updateLink,
    handler: async (request) => {
      const { id } = request.params
      return success(await links.update(requireViewer(request), id, request.body, request.network))
    },
  })

  app.route({
    ...deleteLink,
    handler: async (request) => {
      await links.remove(requireViewer(request), request.params.id, request.query)
      return successMessage('Link deleted')
    },
  })
}

const targetOf = (link: { id: string; userId: string }, pass: Pass | undefined) => ({
  linkId: link.id,
  ownerId: link.userId,
  invitationId: pass?.invitation?.id,
})

const plainHeaders = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' }
const gzipHeaders = { ...plainHeaders, 'content-encoding': 'gzip' }

const responseWith = ({ body, gzip }: CachedJson, takesGzip: boolean): ReadResponse =>
  gzip && takesGzip ? { status: 200, headers: gzipHeaders, body: gzip } : { status: 200, headers: plainHeaders, body }
