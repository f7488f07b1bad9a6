import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding } from '#server/http/accepts.ts'
import type { App } from '#server/http/app-types.ts'
import type { CachedResponse, FastPath } from '#server/http/fast-path/fast-path.ts'
import { callerOf } from '#server/http/session.ts'
import { sendBareShell, type WebShell } from '#server/http/web-shell.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Image } from '#shared/images.ts'
import type { PageData } from '#shared/page-data.ts'
import { pages as paths } from '#shared/pages.ts'
import { toPageHtml } from './page-html.ts'
import type { OpenPage, PageKey, PageService } from './pages.service.ts'
import { noIndex, previewTags } from './preview-tags.ts'

type Dependencies = {
  pages: PageService
  shell: WebShell
  ready: FastPath
  invalidation: Invalidation
  clock: Clock
  publicUrl: string
}

/** A page as it goes over the wire. */
type ReadyPage = Pick<OpenPage, 'link' | 'version'> & { html: Buffer; gzip: Buffer; br: Buffer; etag: string }

/** Pages kept ready take this much memory at the most. */
const maxBytes = 32 * 1024 * 1024

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** The recipients' pages: HTML that shows its pictures before any script has run. */
export function pageRoutes(app: App, { pages, shell, ready, invalidation, clock, publicUrl }: Dependencies) {
  const kept = createRefreshAheadCache<ReadyPage>({
    read: makePage,
    linkIdOf: ({ link }) => link.id,
    invalidation,
    clock,
    maxSize: maxBytes,
    sizeOf: ({ html, gzip, br }) => html.length + gzip.length + br.length + 1000,
  })

  async function makePage(key: string, before: ReadyPage | undefined): Promise<ReadyPage | undefined> {
    const [page, id = ''] = key.split(' ') as [PageKey['page'], string]
    const open = await pages.findOpen({ page, id })
    if (!open) return undefined
    const { link, version } = open
    if (before?.version === version && shell.isBuilt) return { ...before, link }
    const { data, rest, preview } = open.read()
    const html = Buffer.from(await compose({ data, rest, title: preview.title, tags: previewTags(preview, publicUrl) }))
    const [gzip, br] = await Promise.all([toGzip(html), toBrotli(html, brotliOptions)])
    return { link, version, html, gzip, br, etag: `W/"${hash('sha1', html, 'base64url')}"` }
  }

  async function compose({ data, rest, title, tags }: { data: PageData; rest: Image[]; title: string; tags: string }) {
    const rendered = await render(data, rest)
    const html = rendered.body ? await shell.pageHtml(data) : await shell.html(new URL(data.url).pathname)
    return toPageHtml(html, { title, tags, rendered, data })
  }

  /** A component that breaks on the server may still work in the browser. */
  async function render(data: PageData, rest: Image[]) {
    try {
      return await shell.render(data, rest)
    } catch (error) {
      app.log.error({ err: error }, 'a page could not be rendered')
      return { head: '', body: '' }
    }
  }

  async function answer(key: PageKey, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const page = await kept.find(`${key.page} ${key.id}`)
    if (page && pages.isStillOpen(page.link)) {
      const { status, headers, body } = answerWith(page, request.headers)
      return reply.code(status).headers(headers).send(body)
    }
    const other = await pages.findOther(key, callerOf(request).network)
    reply.header('cache-control', 'no-cache')
    // It has opened in this very moment: the app asks for itself.
    if (!other) return reply.type('text/html; charset=utf-8').send(await shell.html(request.url))
    if ('movedTo' in other) return reply.redirect(other.movedTo + (/\?.*$/.exec(request.url)?.[0] ?? ''), 301)
    const html = await compose({ data: other.data, rest: [], title: 'Framelight', tags: noIndex })
    return reply.code(other.status).type('text/html; charset=utf-8').send(html)
  }

  function peek(key: PageKey, headers: IncomingHttpHeaders) {
    const page = kept.peek(`${key.page} ${key.id}`)
    return page && pages.isStillOpen(page.link) ? answerWith(page, headers) : undefined
  }
  if (shell.isBuilt) {
    ready.add(paths.gallery, ({ headers }, id) => peek({ page: 'gallery', id }, headers))
    ready.add(paths.image, ({ headers }, id) => peek({ page: 'image', id }, headers))
  }

  const options = {
    schema: { hide: true },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendBareShell(shell, error, request, reply),
  }
  app.get<{ Params: { slug: string } }>(paths.gallery, options, (request, reply) =>
    answer({ page: 'gallery', id: request.params.slug }, request, reply),
  )
  app.get<{ Params: { imageId: string } }>(paths.image, options, (request, reply) =>
    answer({ page: 'image', id: request.params.imageId }, request, reply),
  )
  // Not a slug, though it looks like one.
  app.get(paths.createLink, options, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await shell.html(request.url)),
  )
}

function answerWith({ html, etag, ...packed }: ReadyPage, asked: IncomingHttpHeaders): CachedResponse {
  const headers = { 'cache-control': 'no-cache', vary: 'accept-encoding', etag }
  if (asked['if-none-match']?.includes(etag)) return { status: 304, headers }
  const encoding = bestEncoding(asked)
  const type = { ...headers, 'content-type': 'text/html; charset=utf-8' }
  if (!encoding) return { status: 200, headers: type, body: html }
  return { status: 200, headers: { ...type, 'content-encoding': encoding }, body: packed[encoding] }
}
