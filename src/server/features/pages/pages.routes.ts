import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PassService } from '#server/features/access/passes.service.ts'
import { bestEncoding, hasVersion } from '#server/http/accepts.ts'
import type { App } from '#server/http/app-types.ts'
import { disconnectSignal } from '#server/http/connections.ts'
import { galleryOnDomain, onlyOnDomains } from '#server/http/domains.ts'
import { explain } from '#server/http/errors.ts'
import { withFileForms, withForms } from '#server/http/forms.ts'
import type { HotReads, ReadRequest, ReadResponse } from '#server/http/hot-reads.ts'
import { callerOf, type PassCookies, passTokensOf } from '#server/http/passes.ts'
import { type Reception, readGuestName, receiveUpload, requireAnnouncedSize } from '#server/http/receive-upload.ts'
import { queryOf } from '#server/http/session.ts'
import { chain, LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { statusOf } from '#shared/errors.ts'
import { linkPasswordLength } from '#shared/limits.ts'
import { pages as paths } from '#shared/pages.ts'
import type { PageRenderer, RenderedPage } from './page-renderer.ts'
import type { WebApp } from './page-template.ts'
import type { OpenPage, PageKey, PageService } from './pages.service.ts'
import { noIndex } from './preview-tags.ts'

type Dependencies = {
  pages: PageService
  passes: PassService
  passCookies: PassCookies
  renderer: PageRenderer
  webApp: WebApp
  hotReads: HotReads
  reception: Reception
}

const html = 'text/html; charset=utf-8'

/**
 * Recipient pages show their photos before any script runs. These routes don't count visits. A script in the browser
 * reports the visit instead (web/lib/use-recipient-page.ts), so bots and chat previews aren't counted.
 */
export async function pageRoutes(app: App, dependencies: Dependencies) {
  const { pages, passes, passCookies, renderer, webApp, hotReads, reception } = dependencies

  function read(key: PageKey, request: ReadRequest): ReadyOrLazy<ReadResponse> {
    const visitor = { passTokens: passTokensOf(request.headers), client: request, domain: request.domain }
    return chain(pages.find(key, visitor), (page) => {
      if (!page) return htmlResponse(200, () => webApp.html(request.url))
      if ('movedTo' in page) {
        return { status: 301, headers: { 'cache-control': 'no-cache', location: page.movedTo + queryOf(request) } }
      }
      if ('content' in page) return htmlResponse(page.status, () => renderer.toClosedHtml(page.content))
      const { pass } = page
      return chain(renderer.find(page), (rendered) => {
        const response = responseWith(rendered, request.headers, page)
        if (!pass || !passes.isDue(pass)) return response
        return { ...response, headers: { ...response.headers, ...passCookies.renewed(request.headers) } }
      })
    })
  }

  /** Handles the form for adding a photo in browsers without JavaScript. */
  async function addPhoto(slug: string, request: FastifyRequest, reply: FastifyReply) {
    const adding = { slug, caller: callerOf(request), client: request }
    reply.header('cache-control', 'no-store')
    try {
      await pages.requireRoom(adding)
      requireAnnouncedSize(request, reception)
      await receiveUpload(request, reception, (upload, signal) =>
        pages.addPhoto(adding, upload, {
          name: readGuestName(upload.fields),
          key: undefined,
          signal,
          onEntered: (held) => passCookies.set(reply, held),
        }),
      )
      return reply.redirect(`${paths.addPhotos.replace(':slug', encodeURIComponent(slug))}?added=1`, 303)
    } catch (thrown) {
      const error = explain(thrown, request)
      const visitor = { passTokens: adding.caller.passTokens, client: request, domain: request.domain }
      const page = await pages.find({ page: 'addPhotos', id: slug, error }, visitor)
      if (!page || !('content' in page)) throw error
      if (error.details.retryAfterSeconds !== undefined) reply.header('retry-after', error.details.retryAfterSeconds)
      return reply
        .code(page.status)
        .type(html)
        .send(await renderer.toClosedHtml(page.content))
    }
  }

  /** Handles the password form for browsers without JavaScript. */
  async function unlock(slug: string, password: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { domain } = request
    const passTokens = passTokensOf(request.headers)
    const visitor = { passTokens, client: request, domain, signal: disconnectSignal(reply) }
    const given = typeof password === 'string' ? password.slice(0, linkPasswordLength.max + 1) : ''
    const outcome = await pages.unlock(slug, given, visitor)
    reply.header('cache-control', 'no-store')
    if ('goTo' in outcome) {
      if (outcome.held) passCookies.set(reply, outcome.held)
      return reply.redirect(outcome.goTo, 303)
    }
    if (outcome.retryAfterSeconds !== undefined) reply.header('retry-after', outcome.retryAfterSeconds)
    return reply
      .code(outcome.status)
      .type(html)
      .send(await renderer.toClosedHtml(outcome.content))
  }

  const sendApp = async (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type(html)
      .header('cache-control', 'no-cache')
      .send(await webApp.html(request.url))

  const readGallery = (request: ReadRequest<{ slug: string }, { image?: unknown }>) => {
    const { image } = request.query
    const shownImage = typeof image === 'string' ? image : undefined
    return read({ page: 'gallery', id: request.params.slug, shownImage }, request)
  }
  const readAdding = (request: ReadRequest<{ slug: string }, { added?: unknown }>) =>
    read({ page: 'addPhotos', id: request.params.slug, isAdded: request.query.added === '1' }, request)
  const readImage = (request: ReadRequest<{ imageId: string }>) =>
    read({ page: 'image', id: request.params.imageId }, request)

  const options = {
    config: { keyScope: 'never' as const, isOnDomains: true },
    schema: { hide: true },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendAppWithError(webApp, error, request, reply),
  }
  const sendGallery = hotReads.add(paths.gallery, readGallery)
  app.get<{ Params: { slug: string }; Querystring: { image?: unknown } }>(paths.gallery, options, sendGallery)
  app.get<{ Params: { slug: string }; Querystring: { image?: unknown } }>(
    galleryOnDomain,
    { ...options, constraints: onlyOnDomains },
    sendGallery,
  )
  app.get<{ Params: { slug: string }; Querystring: { added?: unknown } }>(
    paths.addPhotos,
    options,
    hotReads.add(paths.addPhotos, readAdding),
  )
  app.get<{ Params: { imageId: string } }>(paths.image, options, hotReads.add(paths.image, readImage))
  app.get<{ Params: { wallToken: string } }>(paths.wall, options, async (request, reply) => {
    await pages.openWall(request.params.wallToken, request.domain)
    return sendUnindexed(await webApp.html(request.url), reply)
  })
  await withFileForms(app, (scope) => {
    // The service worker of the installed app receives shared photos. Without it, they arrive here and aren't read.
    scope.post(paths.share, { ...options, config: { keyScope: 'never' } }, (_request, reply) =>
      reply.redirect(`${paths.share}?failed=1`, 303),
    )
    scope.post<{ Params: { slug: string } }>(
      paths.addPhotos,
      { ...options, config: { ...options.config, isUpload: true } },
      (request, reply) => addPhoto(request.params.slug, request, reply),
    )
  })
  await withForms(app, (scope) => {
    scope.post<{ Params: { slug: string }; Body: { password?: unknown } }>(
      `${paths.gallery}/unlock`,
      { ...options, config: { ...options.config, guessEvent: 'link_password_failed' } },
      (request, reply) => unlock(request.params.slug, request.body?.password, request, reply),
    )
  })
  // This path would match the gallery route, but it's a page of the app.
  app.get(paths.createLink, { ...options, config: { keyScope: 'never' } }, sendApp)
}

const htmlResponse = (status: number, make: () => Promise<string>) =>
  new LazyPromise(
    async (): Promise<ReadResponse> => ({
      status,
      headers: { 'content-type': html, 'cache-control': 'no-cache' },
      body: Buffer.from(await make()),
    }),
  )

/** Sends the plain app if a page can't be rendered. The app retries and shows the error. */
export async function sendAppWithError(
  webApp: Pick<WebApp, 'html'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { code, details } = explain(error, request)
  if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
  return sendUnindexed(await webApp.html(request.url), reply.code(statusOf[code]))
}

const sendUnindexed = (page: string, reply: FastifyReply) =>
  reply
    .type(html)
    .header('cache-control', 'no-cache')
    .send(page.replace('</head>', `${noIndex}</head>`))

function responseWith(rendered: RenderedPage, asked: IncomingHttpHeaders, { pass }: OpenPage): ReadResponse {
  const { html: body, etag, ...compressed } = rendered
  const headers = { 'cache-control': pass ? 'private, no-cache' : 'no-cache', vary: 'accept-encoding', etag }
  if (hasVersion(asked, etag)) return { status: 304, headers }
  const encoding = bestEncoding(asked)
  const type = { ...headers, 'content-type': html }
  if (!encoding) return { status: 200, headers: type, body }
  return { status: 200, headers: { ...type, 'content-encoding': encoding }, body: compressed[encoding] }
}
