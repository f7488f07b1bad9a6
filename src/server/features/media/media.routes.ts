import type { IncomingHttpHeaders } from 'node:http'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedQuery } from '#server/features/access/media-urls.service.ts'
import { hasVersion } from '#server/http/accepts.ts'
import type { App } from '#server/http/app-types.ts'
import type { CachedResponse, FastPath } from '#server/http/fast-path/fast-path.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import type { ByteRange } from '#server/platform/storage/storage.ts'
import { getOriginal } from '#shared/images.ts'
import { parseRange } from './byte-range.ts'
import type { CountDownload } from './downloads.service.ts'
import type { MediaService } from './media.service.ts'
import type { OpenFile } from './open-file.ts'

type MediaQuery = SignedQuery & { download?: string }
type MediaRequest = FastifyRequest<{ Params: { imageId: string; file: string }; Querystring: MediaQuery }>

const mediaUrl = '/media/:imageId/:file'

type Services = { media: MediaService; fastPath: FastPath; countDownload: CountDownload }

export function mediaRoutes(app: App, { media, fastPath, countDownload }: Services) {
  app.route({
    method: 'GET',
    url: mediaUrl,
    schema: { hide: true },
    compress: false,
    handler: async (request, reply) => {
      const { params, query } = request as MediaRequest
      return send(request, reply, await media.find(params.imageId, params.file, query))
    },
  })

  fastPath.add(
    mediaUrl,
    ({ headers }, imageId, name, query) => {
      const file = query === undefined ? media.peek(imageId, name) : media.peekSigned(imageId, name, query)
      if (file) return findAnswer(headers, file)
      const renewed = query === undefined ? media.renew(imageId, name) : undefined
      return renewed?.then((file) => file && findAnswer(headers, file))
    },
    { takesQuery: true },
  )

  app.get<{ Params: { token: string } }>('/i/:token/cover.jpg', { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, await media.findCover(request.params.token)),
  )

  app.route({
    ...getOriginal,
    handler: async (request, reply) => {
      const original = await media.openOriginal(requireViewer(request), request.params.id)
      return reply
        .type(original.type)
        .header('content-length', original.size)
        .header('content-disposition', contentDisposition(original.fileName))
        .send(original.stream)
    },
  })

  /** Returns a 304 or the whole image from memory, if possible. */
  function findAnswer(headers: IncomingHttpHeaders, file: OpenFile): CachedResponse | undefined {
    if (hasVersion(headers, etagOf(file))) return { status: 304, headers: cachingOf(file) }
    const body = headers.range === undefined ? media.findReady(file) : undefined
    return body && { status: 200, headers: headersOf(file), body }
  }

  function send(request: FastifyRequest, reply: FastifyReply, file: OpenFile) {
    const range = rangeIn(request.headers, file)
    const answer = findAnswer(request.headers, file)
    const { params, query } = request as MediaRequest
    if (file.download && query.download === '1' && answer?.status !== 304) {
      const { name, linkId, ownerId, userId, invitationId } = file.download
      reply.header('content-disposition', contentDisposition(name))
      if (!range && request.method === 'GET')
        countDownload({ linkId, ownerId, imageId: params.imageId, invitationId }, { ...clientOf(request), userId })
    }
    if (answer) return reply.code(answer.status).headers(answer.headers).send(answer.body)
    reply.headers(headersOf(file))
    return range ? sendRange(reply, file, range) : sendWhole(reply, file)
  }

  async function sendWhole(reply: FastifyReply, file: OpenFile) {
    const body = await media.open(file)
    if (file.size !== undefined) reply.header('content-length', file.size)
    return reply.send(body)
  }

  async function sendRange(reply: FastifyReply, file: OpenFile, range: ByteRange | 'unsatisfiable') {
    if (range === 'unsatisfiable') {
      // This response must not be cached, because it's about the request and not the image.
      reply.removeHeader('etag')
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' })
        .send()
    }
    const body = await media.open(file, range)
    return reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('content-length', range.end - range.start + 1)
      .send(body)
  }
}

const etagOf = ({ version }: OpenFile) => `"${version}"`
const cachingOf = (file: OpenFile) => ({ 'cache-control': file.cacheControl, etag: etagOf(file) })
const headersOf = (file: OpenFile) => ({ ...cachingOf(file), 'content-type': file.type, 'accept-ranges': 'bytes' })

/** If `If-Range` names another version, the client gets the whole file. */
function rangeIn({ range, 'if-range': held }: IncomingHttpHeaders, file: OpenFile) {
  if (!range || file.size === undefined) return undefined
  return held === undefined || held === etagOf(file) ? parseRange(range, file.size) : undefined
}
