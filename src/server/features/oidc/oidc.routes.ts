import type { IncomingHttpHeaders } from 'node:http'
import { type App, success } from '#server/http/app-types.ts'
import { clientOf, queryOf } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { finishOidc, startOidc, exchangeOidcCode } from '#shared/oidc.ts'
import { pages } from '#shared/pages.ts'
import type { OidcService } from './oidc.service.ts'
import type { OidcFlowService } from './oidc-flows.service.ts'

type Services = { oidc: { flows: OidcFlowService; codes: OidcService } | undefined; isHttps: boolean }

const cookieName = 'framelight_oidc'
const flowSeconds = 10 * 60
/** The page has a minute to use the code, and people have another ten to enter a password. */
const returnedSeconds = flowSeconds + 60

const browserOf = ({ cookie }: IncomingHttpHeaders) =>
  cookie?.split('; ').flatMap((pair) => /^framelight_oidc=([\w-]{43})$/.exec(pair)?.[1] ?? [])[0]

export function oidcRoutes(app: App, { oidc, isHttps }: Services) {
  const cookieOf = (browser: string, maxAge: number) =>
    `${cookieName}=${browser}; Max-Age=${maxAge}; Path=/api/auth/oidc; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

  function requireOidc() {
    if (!oidc) throw new AppError('NOT_FOUND', "Single sign-on isn't set up here")
    return oidc
  }

  app.route({
    ...startOidc,
    handler: async (request, reply) => {
      const { flows } = requireOidc()
      const { url, browser } = await flows.start(request.body ?? {}, request.viewer, request.network)
      reply.header('set-cookie', cookieOf(browser, flowSeconds))
      return success({ url })
    },
  })

  app.route({
    ...finishOidc,
    handler: async (request, reply) => {
      const { flows } = requireOidc()
      const browser = browserOf(request.headers)
      const outcome = await flows.finish({ query: new URLSearchParams(queryOf(request)), browser })
      const page = outcome.purpose === 'login' ? pages.login : '/account/security'
      if ('error' in outcome) return reply.redirect(`${page}?oidcError=${outcome.error}`, 303)
      if (browser) reply.header('set-cookie', cookieOf(browser, returnedSeconds))
      return reply.redirect(`${page}?oidc=${outcome.code}`, 303)
    },
  })

  app.route({
    ...exchangeOidcCode,
    handler: async (request) => {
      const from = { browser: browserOf(request.headers), viewer: request.viewer, client: clientOf(request) }
      return { success: true as const, ...(await requireOidc().codes.use(request.body, from)) }
    },
  })
}
