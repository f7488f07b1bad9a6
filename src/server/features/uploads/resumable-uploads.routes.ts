import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, success } from '#server/http/app-types.ts'
import { callerOf, type PassCookies } from '#server/http/passes.ts'
import { receiveBody } from '#server/http/receive-body.ts'
import { cleanFileName } from '#server/http/receive-upload.ts'
import { refuseEndedSession } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import {
  appendToUpload,
  createUpload,
  deleteUpload,
  getUpload,
  getUploadOptions,
  headUpload,
  tusVersion,
} from '#shared/resumable-uploads.ts'
import type { ResumableUploadService } from './resumable-uploads.service.ts'
import { readLength, readMetadata, readOffset, requireContentType } from './tus-headers.ts'

type Services = { resumableUploads: ResumableUploadService; passCookies: PassCookies }

type UploadState = { offset: number; length: number; expiresAt: string; imageId: string | null }

export function resumableUploadRoutes(app: App, services: Services) {
  return app.register(async (scope) => {
    // Handlers read the body themselves, or leave it unread.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('tus-resumable', tusVersion)
      requireTus(request, reply)
      if (request.method !== 'OPTIONS') refuseEndedSession(request)
      if (request.method === 'PATCH') requireContentType(request.headers['content-type'])
      done()
    })
    addRoutes(scope, services)
  })
}

function addRoutes(app: App, { resumableUploads, passCookies }: Services) {
  app.route({
    ...getUploadOptions,
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'tus-version': tusVersion,
          'tus-extension': 'creation,termination,expiration',
          'tus-max-size': resumableUploads.maxBytes,
        })
        .send(),
  })

  app.route({
    ...createUpload,
    handler: async (request, reply) => {
      const { headers, network } = request
      const metadata = readMetadata(headers['upload-metadata'])
      const { id, expiresAt, opened } = await resumableUploads.create(callerOf(request), network, {
        length: readLength(headers['upload-length']),
        metadata,
        fileName: cleanFileName(metadata.get('filename')),
      })
      if (opened) passCookies.set(reply, opened.held)
      return reply
        .code(201)
        .headers({ location: `/api/uploads/${id}`, ...expiry(expiresAt) })
        .send(success({ _id: id, expiresAt, ...(opened && { pass: opened.token }) }))
    },
  })

  // Before the GET, which would otherwise add its own HEAD.
  app.route({
    ...headUpload,
    config: { ...headUpload.config, swagger: { exposeHeadRoute: true } },
    handler: async (request, reply) => {
      const upload = await resumableUploads.find(callerOf(request), request.params.id)
      return reply.headers({ 'cache-control': 'no-store', 'upload-length': upload.length, ...stateOf(upload) }).send()
    },
  })

  app.route({
    ...getUpload,
    handler: async (request, reply) => {
      const upload = await resumableUploads.get(callerOf(request), request.params.id)
      return reply.header('cache-control', 'no-store').send(success(upload))
    },
  })

  app.route({
    ...appendToUpload,
    handler: async (request, reply) => {
      const { headers, params } = request
      const length = headers['content-length']
      const isChunked = headers['transfer-encoding'] !== undefined
      const upload = await resumableUploads.append(callerOf(request), params.id, readOffset(headers['upload-offset']), {
        bytes: isChunked ? undefined : Number(length ?? 0),
        receive: (path, options) => receiveBody(request, path, options),
      })
      return reply.code(204).headers(stateOf(upload)).send()
    },
  })

  app.route({
    ...deleteUpload,
    handler: async (request, reply) => {
      await resumableUploads.remove(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  })
}

/** GET isn't part of the protocol. */
function requireTus({ method, headers }: FastifyRequest, reply: FastifyReply) {
  if (method === 'OPTIONS' || method === 'GET' || headers['tus-resumable'] === tusVersion) return
  reply.header('tus-version', tusVersion)
  throw new AppError('TUS_VERSION', `Send Tus-Resumable: ${tusVersion}`)
}

const expiry = (expiresAt: string) => ({ 'upload-expires': new Date(expiresAt).toUTCString() })

const stateOf = ({ offset, expiresAt, imageId }: UploadState) => ({
  'upload-offset': offset,
  ...expiry(expiresAt),
  ...(imageId !== null && { 'framelight-image': imageId }),
})
