import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app-types.ts'
import { attachment } from '#server/http/content-disposition.ts'
import { requireViewer, visitorOf } from '#server/http/session.ts'
import type { ByteRange } from '#server/platform/storage/storage.ts'
import { getOriginal } from '#shared/images.ts'
import { parseRange } from './byte-range.ts'
import type { OnDownload } from './downloads.service.ts'
import type { MediaService, OpenFile } from './media.service.ts'
import type { SignedQuery } from './media-addresses.service.ts'

type MediaQuery = SignedQuery & { download?: string }
type MediaRequest = FastifyRequest<{ Params: { imageId: string; file: string }; Querystring: MediaQuery }>

type Services = { media: MediaService; onDownload?: OnDownload }

export function mediaRoutes(app: App, { media, onDownload }: Services) {
  app.route({
    method: 'GET',
    url: '/media/:imageId/:file',
    schema: { hide: true },
    compress: false,
    handler: (request, reply) => {
      const { params, query } = request as MediaRequest
      const file = media.find(params.imageId, params.file, query)
      return file instanceof Promise ? file.then((found) => send(request, reply, found)) : send(request, reply, file)
    },
  })

  app.route({
    ...getOriginal,
    handler: async (request, reply) => {
      const original = await media.openOriginal(requireViewer(request), request.params.id)
      return reply
        .type(original.type)
        .header('content-length', original.size)
        .header('content-disposition', attachment(original.fileName))
        .send(original.stream)
    },
  })

  function send(request: FastifyRequest, reply: FastifyReply, file: OpenFile) {
    // A file is written once under its key and never changed.
    const etag = `"${file.key}"`
    reply.header('cache-control', file.cacheControl).header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    reply.type(file.type).header('accept-ranges', 'bytes')
    const range = request.headers.range && file.size !== undefined && parseRange(request.headers.range, file.size)
    if (file.download && (request as MediaRequest).query.download === '1') {
      const { name, linkId, ownerId, userId } = file.download
      reply.header('content-disposition', attachment(name))
      if (!range) onDownload?.(linkId, ownerId, { ...visitorOf(request), userId })
    }
    if (range) return sendRange(reply, file, range)
    const ready = media.findReady(file.key)
    return ready ? reply.send(ready) : sendWhole(reply, file)
  }

  async function sendWhole(reply: FastifyReply, file: OpenFile) {
    const body = await media.open(file)
    if (file.size !== undefined) reply.header('content-length', file.size)
    return reply.send(body)
  }

  async function sendRange(reply: FastifyReply, file: OpenFile, range: ByteRange | 'unsatisfiable') {
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    const body = await media.open(file, range)
    return reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('content-length', range.end - range.start + 1)
      .send(body)
  }
}
