import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { loginWaysMeta } from '#shared/pages.ts'
import type { Config } from './config.ts'
import { invitationRoutes } from './features/access/invitations.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { apiKeyRoutes } from './features/accounts/api-keys.routes.ts'
import { signInRoutes } from './features/accounts/sign-in.routes.ts'
import { activityRoutes } from './features/activity/activity.routes.ts'
import { administrationRoutes } from './features/administration/administration.routes.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { choiceRoutes } from './features/choices/choices.routes.ts'
import { collaboratorRoutes } from './features/collaborators/collaborators.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { contactRoutes } from './features/contact/contact.routes.ts'
import { domainRoutes } from './features/domains/domains.routes.ts'
import { emailRoutes } from './features/emails/emails.routes.ts'
import { exportRoutes } from './features/exports/exports.routes.ts'
import { followerRoutes } from './features/followers/followers.routes.ts'
import { guestUploadRoutes } from './features/guest-uploads/guest-uploads.routes.ts'
import { imageRoutes } from './features/images/images.routes.ts'
import { sectionRoutes } from './features/images/sections.routes.ts'
import { uploadRoutes } from './features/images/uploads.routes.ts'
import { closedLinkRoutes } from './features/links/closed-links.routes.ts'
import { linkRoutes } from './features/links/links.routes.ts'
import { liveWallRoutes } from './features/live-walls/live-walls.routes.ts'
import { downloadRoutes } from './features/media/downloads.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { oidcRoutes } from './features/oidc/oidc.routes.ts'
import { invitationPageRoutes } from './features/pages/invitation-pages.routes.ts'
import { createPageRenderer } from './features/pages/page-renderer.ts'
import { pageRoutes } from './features/pages/pages.routes.ts'
import { sitePageRoutes } from './features/pages/site-pages.routes.ts'
import { logoUploadRoutes, studioRoutes } from './features/studios/studios.routes.ts'
import { sandboxCheckoutRoutes } from './features/subscriptions/sandbox-checkouts.routes.ts'
import { subscriptionRoutes } from './features/subscriptions/subscriptions.routes.ts'
import { trashRoutes } from './features/trash/trash.routes.ts'
import { resumableUploadRoutes } from './features/uploads/resumable-uploads.routes.ts'
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts'
import type { App } from './http/app-types.ts'
import { createClientErrorHandlers } from './http/client-errors.ts'
import { createClientIp } from './http/client-ip.ts'
import { watchConnections } from './http/connections.ts'
import { useDevelopmentWebApp } from './http/development-web-app.ts'
import { handleError } from './http/errors.ts'
import { logFailedGuesses } from './http/failed-guesses.ts'
import { withFileForms } from './http/forms.ts'
import { createHotReads } from './http/hot-reads.ts'
import { createHttpServer } from './http/http-server.ts'
import { combineListeners, createAccessLog } from './http/logging.ts'
import { useOpenApi } from './http/openapi.ts'
import { createPassCookies } from './http/passes.ts'
import { countFromZero } from './http/request-counts.ts'
import { useRequestHooks } from './http/request-hooks.ts'
import { securityHeaders } from './http/security.ts'
import { serviceRoutes } from './http/service.routes.ts'
import { createStartResponse } from './http/start-response.ts'
import { useWebApp } from './http/web-app.ts'
import { findFont } from './http/web-files.ts'
import { escapeHtml } from './platform/html.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Services } from './services.ts'

type Options = {
  config: Config
  services: Services
  log: FastifyBaseLogger
  webDir: string
  metrics?: Metrics | undefined
  onRoute?: (route: { method: string | string[]; url: string }) => void
}

const jsonBodyLimit = 64 * 1024

/** Without other ways to log in, pages stay the same. */
const headOf = ({ oidc, passwordLogin }: Config) =>
  oidc
    ? `<meta name="${loginWaysMeta}" content="${escapeHtml(JSON.stringify({ oidc: { name: oidc.name }, passwordLogin }))}">`
    : ''

export async function createApp({ config, services, log, webDir, metrics, onRoute }: Options): Promise<App> {
  const isHttps = config.publicUrl.startsWith('https:')
  const passCookies = createPassCookies({ isHttps })
  const headers = securityHeaders({
    isHttps,
    isDevelopment: config.isDevelopment,
    webDir,
  })
  const broken = createClientErrorHandlers(headers)
  const onAnswer = combineListeners([createAccessLog(log, config.accessLog), metrics?.onAnswer])
  const startResponse = createStartResponse({ headers, onAnswer })
  const hotReads = createHotReads({
    startResponse,
    ipOf: createClientIp(config.trustProxy),
    isLogged: onAnswer !== undefined,
    findDomain: services.servedDomains.find,
  })
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Skip the child logger per request, which is slow. Log calls pass the request ID if they need it.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy,
    bodyLimit: jsonBodyLimit,
    serverFactory: (handle) => createHttpServer(hotReads.answer, handle),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: broken.onClientError,
    // Framework errors occur before any hook runs, so the security headers are set here.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  if (onRoute) app.addHook('onRoute', onRoute)
  if (metrics) countFromZero(app, metrics)
  if (config.logClientIp) logFailedGuesses(app)

  app.server.on('checkExpectation', broken.onExpectation)
  const connections = watchConnections(app)
  hotReads.disableWhile(connections.isStopping)
  const { openRequests } = useRequestHooks(app, {
    startResponse,
    connections,
    findViewer: services.viewers.find,
    findDomain: services.servedDomains.find,
    publicUrl: config.publicUrl,
    expensiveWork: services.expensiveWork,
  })
  metrics?.watch('http_open_requests', 'Requests in progress whose bodies have arrived.', openRequests)
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await useOpenApi(app, config.publicUrl)

  const font = findFont(webDir)
  serviceRoutes(app, services)
  accountRoutes(app, { ...services, passwordLogin: config.passwordLogin })
  signInRoutes(app, services)
  oidcRoutes(app, { ...services, isHttps })
  apiKeyRoutes(app, services)
  webhookRoutes(app, services)
  linkRoutes(app, { ...services, passCookies, hotReads })
  closedLinkRoutes(app, { ...services, passCookies })
  invitationRoutes(app, services)
  await followerRoutes(app, services)
  await emailRoutes(app, { ...services, font })
  imageRoutes(app, services)
  sectionRoutes(app, services)
  await withFileForms(app, (scope) => {
    uploadRoutes(scope, { ...services, reception: config })
    guestUploadRoutes(scope, { ...services, passCookies, reception: config })
    logoUploadRoutes(scope, { ...services, reception: config })
  })
  await resumableUploadRoutes(app, { ...services, passCookies })
  liveWallRoutes(app, services)
  trashRoutes(app, services)
  studioRoutes(app, services)
  domainRoutes(app, services)
  collaboratorRoutes(app, services)
  mediaRoutes(app, { ...services, hotReads })
  downloadRoutes(app, services)
  exportRoutes(app, { ...services, font })
  analyticsRoutes(app, services)
  commentRoutes(app, { ...services, passCookies })
  activityRoutes(app, services)
  choiceRoutes(app, { ...services, passCookies })
  contactRoutes(app, services)
  await administrationRoutes(app, services)
  await subscriptionRoutes(app, services)
  const { sandboxCheckouts } = services
  if (sandboxCheckouts) await sandboxCheckoutRoutes(app, { sandboxCheckouts, font })
  await invitationPageRoutes(app, { ...services, passCookies, font })
  const head = headOf(config)
  const webApp = config.isDevelopment
    ? await useDevelopmentWebApp(app)
    : await useWebApp(app, { webDir, hotReads, head })
  if (webApp) {
    sitePageRoutes(app, {
      ...services,
      webApp,
      publicUrl: config.publicUrl,
      sellsPlans: config.payments !== 'off',
      head,
    })
    await pageRoutes(app, {
      ...services,
      passCookies,
      renderer: createPageRenderer({ webApp, log }),
      webApp,
      hotReads,
      reception: config,
    })
  }
  return app
}
