import type { IncomingHttpHeaders } from 'node:http'
import { create as contentDisposition } from 'content-disposition'
import type { SignedQuery } from '#server/features/access/media-urls.service.ts'
import { hasVersion } from '#server/http/accepts.ts'
import type { App } from '#server/http/app-types.ts'
import { type HotReads, type ReadRequest, type ReadResponse, sendResponse } from '#server/http/hot-reads.ts'
import { clientOf, requireViewer } from '#server/http/session.ts'
import { chain, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import type { ByteRange } from '#server/platform/storage/storage.ts'
import { getOriginal } from '#shared/images.ts'
import { parseRange } from './byte-range.ts'
import { abortWhen, type CountDownload } from './downloads.service.ts'
import type { MediaService } from './media.service.ts'
import type { OpenFile } from './open-file.ts'

type MediaRequest = ReadRequest<{ imageId: string; file: string }, SignedQuery & { download?: string }>

const mediaUrl = '/media/:imageId/:file'

type Services = { media: MediaService; hotReads: HotReads; countDownload: CountDownload }

export function mediaRoutes(app: App, { media, hotReads, countDownload }: Services) {
  const readMedia = (request: MediaRequest) => {
    const { params, query, viewer, domain } = request
    const find = () => media.find(params.imageId, params.file, query, { viewer, domain })
    return chain(find(), (file) => respond(request, file, find))
  }
  app.get<{ Params: MediaRequest['params']; Querystring: MediaRequest['query'] }>(
    mediaUrl,
    { config: { keyScope: 'read', isOnDomains: true }, schema: { hide: true }, compress: false },
    hotReads.add(mediaUrl, readMedia, { takesQuery: true }),
  )

  app.get<{ Params: { token: string } }>(
    '/i/:token/cover.jpg',
    { config: { keyScope: 'never', isOnDomains: true }, schema: { hide: true } },
    async (request, reply) => {
      const find = () => media.findCover(request.params.token, request.domain)
      return sendResponse(reply, await respond(request, await find(), find))
    },
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

  /** `findAgain` throws once the requester can't see the file anymore. */
  function respond(
    request: ReadRequest,
    file: OpenFile,
    findAgain: () => ReadyOrLazy<OpenFile> | Promise<OpenFile>,
  ): ReadyOrLazy<ReadResponse> {
    const { headers, method } = request
    if (hasVersion(headers, etagOf(file))) return { status: 304, headers: cachingOf(file) }
    const range = rangeIn(headers, file)
    const { query, params } = request as MediaRequest
    const download = query.download === '1' ? file.download : undefined
    const ofFile = { ...headersOf(file), ...(download && { 'content-disposition': contentDisposition(download.name) }) }
    if (range === 'unsatisfiable') return unsatisfiable(file, ofFile)
    return chain(media.open(file, range), (body) => {
      if (!Buffer.isBuffer(body)) abortWhen(body, async () => findAgain())
      if (range) return { status: 206, headers: { ...ofFile, ...rangeHeaders(file, range) }, body }
      if (download && method === 'GET') {
        const { linkId, ownerId, userId, invitationId } = download
        countDownload({ linkId, ownerId, imageId: params.imageId, invitationId }, { ...clientOf(request), userId })
      }
      const isStream = !Buffer.isBuffer(body) && file.size !== undefined
      return { status: 200, headers: isStream ? { ...ofFile, 'content-length': String(file.size) } : ofFile, body }
    })
  }
}

const etagOf = ({ version }: OpenFile) => `"${version}"`
const cachingOf = (file: OpenFile) => ({ 'cache-control': file.cacheControl, etag: etagOf(file) })
const headersOf = (file: OpenFile) => ({ ...cachingOf(file), 'content-type': file.type, 'accept-ranges': 'bytes' })

const rangeHeaders = ({ size }: OpenFile, { start, end }: ByteRange) => ({
  'content-range': `bytes ${start}-${end}/${size}`,
  'content-length': String(end - start + 1),
})

/** This response must not be cached, because it's about the request and not the image. */
function unsatisfiable({ size }: OpenFile, { etag: _etag, ...headers }: Record<string, string>): ReadResponse {
  return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}`, 'cache-control': 'no-store' } }
}

/** If `If-Range` names another version, the client gets the whole file. */
function rangeIn({ range, 'if-range': held }: IncomingHttpHeaders, file: OpenFile) {
  if (!range || file.size === undefined) return undefined
  return held === undefined || held === etagOf(file) ? parseRange(range, file.size) : undefined
}
