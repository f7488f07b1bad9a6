import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, success } from '#server/http/app-types.ts'
import { explain, handleError } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/session.ts'
import { renderPlainPage } from '#server/platform/plain-page.ts'
import { invalidField, statusOf } from '#shared/errors.ts'
import { downloadExport, getExport, importFeedback, importMaxFavorites, startExport } from '#shared/exports.ts'
import type { ExportService } from './exports.service.ts'
import type { ImportService } from './imports.service.ts'

/** A full list of favorites with a note on every image exceeds the default body limit. */
const importMaxBytes = 2 ** 21

const html = 'text/html; charset=utf-8'

type Dependencies = { exports: ExportService; imports: ImportService; font: string | undefined }

export function exportRoutes(app: App, { exports, imports, font }: Dependencies) {
  const sendErrorPage = createErrorPage(font)

  app.route({
    ...startExport,
    handler: async (request, reply) => reply.code(202).send(success(await exports.start(requireViewer(request)))),
  })

  app.route({ ...getExport, handler: async (request) => success(await exports.find(requireViewer(request))) })

  app.route({
    ...importFeedback,
    bodyLimit: importMaxBytes,
    onRequest: (request, reply, done) => {
      reply.raw.once('close', imports.enter(requireViewer(request)))
      done()
    },
    preValidation: (request, _reply, done) => {
      refuseTooMany(request.body)
      done()
    },
    handler: async (request) => {
      // Validation is done, and each step of the import is queued separately.
      request.endExpensive?.()
      await imports.importFeedback(requireViewer(request), request.params.id, request.body)
      return success({ message: 'Comments and favorites imported' })
    },
  })

  app.route({
    ...downloadExport,
    compress: false,
    // Browsers open this URL from the page below, so the error must be readable.
    errorHandler: (error, request, reply) =>
      request.headers.accept?.includes('text/html')
        ? sendErrorPage(error, request, reply)
        : handleError(error, request, reply),
    handler: async (request, reply) => {
      const { token } = request.params
      const body = request.method === 'GET' ? await exports.open(token) : void (await exports.requireExport(token))
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition(exports.nameOf()))
        .send(body)
    },
  })

  /** The email links to this page because email scanners open every link, and the file can be several gigabytes. */
  app.get<{ Params: { token: string } }>(
    '/exports/:token',
    { config: { keyScope: 'never' }, schema: { hide: true }, errorHandler: sendErrorPage },
    async (request, reply) => {
      const { token } = request.params
      await exports.requireExport(token)
      const page = renderPlainPage({
        font,
        title: 'Your data is ready',
        sentence: 'Your originals and everything else in your account, in one ZIP. It may be large.',
        form: { method: 'get', action: `/api/exports/${token}`, label: 'Download' },
      })
      return reply.type(html).header('cache-control', 'no-store').send(page)
    },
  )
}

/** Checks the count first, because validating every item is slow. */
function refuseTooMany(body: unknown) {
  const { choices } = body as { choices?: unknown }
  if (!Array.isArray(choices)) return
  const favorites = choices.reduce((sum: number, choice) => sum + (Number(choice?.images?.length) || 0), 0)
  if (favorites > importMaxFavorites) {
    throw invalidField('choices', `At most ${importMaxFavorites} favorites per import`)
  }
}

const createErrorPage =
  (font: string | undefined) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { code, message, details } = explain(error, request)
    if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
    const title = code === 'NOT_FOUND' ? 'This link has expired' : 'Something went wrong'
    return reply
      .code(statusOf[code])
      .type(html)
      .header('cache-control', 'no-store')
      .send(renderPlainPage({ title, sentence: message, font }))
  }
