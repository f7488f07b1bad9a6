import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PassService } from '#server/features/access/passes.service.ts'
import { bestEncoding, hasVersion } from '#server/http/accepts.ts'
import type { App } from '#server/http/app-types.ts'
import { disconnectSignal } from '#server/http/connections.ts'
import { explain } from '#server/http/errors.ts'
import { type CachedResponse, type FastPath, sendCached } from '#server/http/fast-path/fast-path.ts'
import { withForms } from '#server/http/forms.ts'
import { type PassCookies, passTokensOf } from '#server/http/passes.ts'
import { queryOf } from '#server/http/session.ts'
import { networkOf } from '#server/platform/network.ts'
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
  fastPath: FastPath
}

const html = 'text/html; charset=utf-8'

/**
 * Recipient pages show their photos before any script runs. These routes don't count visits. A script in the browser
 * reports the visit instead (web/lib/use-recipient-page.ts), so bots and chat previews aren't counted.
 */
export async function pageRoutes(app: App, { pages, passes, passCookies, renderer, webApp, fastPath }: Dependencies) {
  async function answer(key: PageKey, request: FastifyRequest, reply: FastifyReply) {
    const visitor = { passTokens: passTokensOf(request.headers), network: networkOf(request.ip) }
    const page = await pages.find(key, visitor)
    if (!page) return sendApp(request, reply)
    if ('version' in page) {
      if (page.pass && passes.isDue(page.pass)) passCookies.renew(request, reply)
      return sendCached(reply, responseWith(await renderer.find(page), request.headers, page))
    }
    reply.header('cache-control', 'no-cache')
    if ('movedTo' in page) return reply.redirect(page.movedTo + queryOf(request), 301)
    return reply
      .code(page.status)
      .type(html)
      .send(await renderer.toClosedHtml(page.content))
  }

  /** Handles the password form for browsers without JavaScript. */
  async function unlock(slug: string, password: unknown, request: FastifyRequest, reply: FastifyReply) {
    const network = networkOf(request.ip)
    const visitor = { passTokens: passTokensOf(request.headers), network, signal: disconnectSignal(reply) }
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

  function peek(key: PageKey, request: { headers: IncomingHttpHeaders; readonly network: string }) {
    const page = pages.peek(key, request, passTokensOf(request.headers))
    const rendered = page && renderer.peek(page)
    return rendered && responseWith(rendered, request.headers, page)
  }
  fastPath.add(paths.gallery, (request, id) => peek({ page: 'gallery', id }, request))
  fastPath.add(paths.image, (request, id) => peek({ page: 'image', id }, request))

  const options = {
    schema: { hide: true },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendAppWithError(webApp, error, request, reply),
  }
  app.get<{ Params: { slug: string }; Querystring: { image?: unknown } }>(paths.gallery, options, (request, reply) => {
    const { image } = request.query
    const shownImage = typeof image === 'string' ? image : undefined
    return answer({ page: 'gallery', id: request.params.slug, shownImage }, request, reply)
  })
  app.get<{ Params: { imageId: string } }>(paths.image, options, (request, reply) =>
    answer({ page: 'image', id: request.params.imageId }, request, reply),
  )
  await withForms(app, (scope) => {
    scope.post<{ Params: { slug: string }; Body: { password?: unknown } }>(
      `${paths.gallery}/unlock`,
      { ...options, config: { guessEvent: 'link_password_failed' } },
      (request, reply) => unlock(request.params.slug, request.body?.password, request, reply),
    )
  })
  // This path would match the gallery route, but it's a page of the app.
  app.get(paths.createLink, options, sendApp)
}

/** Sends the plain app if a page can't be rendered. The app retries and shows the error. */
export async function sendAppWithError(
  webApp: Pick<WebApp, 'html'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { code, details } = explain(error, request)
  if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
  const page = await webApp.html(request.url)
  return reply
    .code(statusOf[code])
    .type(html)
    .header('cache-control', 'no-cache')
    .send(page.replace('</head>', `${noIndex}</head>`))
}

function responseWith(rendered: RenderedPage, asked: IncomingHttpHeaders, { pass }: OpenPage): CachedResponse {
  const { html: body, etag, ...compressed } = rendered
  const headers = { 'cache-control': pass ? 'private, no-cache' : 'no-cache', vary: 'accept-encoding', etag }
  if (hasVersion(asked, etag)) return { status: 304, headers }
  const encoding = bestEncoding(asked)
  const type = { ...headers, 'content-type': html }
  if (!encoding) return { status: 200, headers: type, body }
  return { status: 200, headers: { ...type, 'content-encoding': encoding }, body: compressed[encoding] }
}
