import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, success } from '#server/http/app-types.ts'
import { callerOf } from '#server/http/passes.ts'
import { sendStream } from '#server/http/send-stream.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import { downloadChosen, downloadLink, getDownloadUrl } from '#shared/media.ts'
import type { CountDownload, DownloadService } from './downloads.service.ts'

type Services = { downloads: DownloadService; countDownload: CountDownload }

export function downloadRoutes(app: App, { downloads, countDownload }: Services) {
  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, size, stream, target, userId }: Awaited<ReturnType<DownloadService['open']>>,
  ) {
    reply.type('application/zip').header('content-length', size).header('content-disposition', contentDisposition(name))
    if (request.method === 'HEAD') {
      stream.destroy()
      return reply.send()
    }
    countDownload(target, { ...clientOf(request), userId })
    return sendStream(reply, stream)
  }

  app.route({
    ...downloadLink,
    compress: false,
    handler: async (request, reply) => {
      const { size, images, choice, section, ...signed } = request.query
      const wanted = { slug: request.params.slug, size, imageIds: images?.split(','), choice, section, signed }
      return send(request, reply, await downloads.open(callerOf(request), request.network, wanted))
    },
  })

  app.route({
    ...downloadChosen,
    compress: false,
    handler: async (request, reply) => {
      const { id } = request.params
      const network = request.network
      return send(request, reply, await downloads.openChosen(requireViewer(request), network, id, request.query))
    },
  })

  app.route({
    ...getDownloadUrl,
    handler: async (request) =>
      success({ url: await downloads.addressFor(requireViewer(request), request.params.id, request.query) }),
  })
}
