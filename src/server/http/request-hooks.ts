import type { FastifyRequest } from 'fastify'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { AppError } from '#shared/errors.ts'
import { createAdmission } from './admission.ts'
import type { App } from './app-types.ts'
import type { Connections } from './connections.ts'
import { createCsrfCheck } from './csrf.ts'
import { useExpensiveReads } from './expensive-reads.ts'
import { hasReadableParams, useBodyRules } from './input.ts'
import { onResponseEnd, type ResponseListener } from './logging.ts'
import { useRateLimitDelay } from './rate-limit-delay.ts'
import { headersByRoute, type SecurityHeaders } from './security.ts'
import { createAuthentication, type FindViewer } from './session.ts'

type Options = {
  headers: SecurityHeaders
  connections: Connections
  findViewer: FindViewer
  publicUrl: string
  expensiveWork: ExpensiveWork
  onAnswer: ResponseListener | undefined
}

/**
 * The checks that every request needs run in one hook, in a fixed order. The fast path skips this hook, so it has to
 * repeat any rule that applies to its responses.
 */
export function useRequestHooks(app: App, options: Options) {
  const { headers, connections, findViewer, publicUrl, expensiveWork, onAnswer } = options
  const headersOf = headersByRoute(headers)
  const authenticate = createAuthentication(app, findViewer)
  const { admit, openRequests } = createAdmission(app)
  const checkCsrf = createCsrfCheck(publicUrl)
  useBodyRules(app, expensiveWork)
  useExpensiveReads(app, expensiveWork)
  useRateLimitDelay(app)

  app.addHook('onRequest', (request, reply, done) => {
    if (isDisconnected(request)) return void reply.hijack()
    connections.track(request.raw, reply.raw)
    if (onAnswer) {
      const { id, method, routeOptions, ip } = request
      onResponseEnd(reply.raw, (status) => onAnswer({ id, method, routeOptions, ip }, status, reply.elapsedTime))
    }
    reply.headers(headersOf(request.routeOptions.url)).header('x-request-id', request.id)
    admit(request, reply.raw)
    requireReadableParams(request)
    checkCsrf(request)
    authenticate(request, done)
  })

  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`)
    done(null, payload)
  })

  app.addHook('onResponse', (request, _reply, done) => {
    request.releaseSlot?.()
    done()
  })

  return { openRequests }
}

/** A connection that closed before its first request was read has no IP address and needs no response. */
const isDisconnected = ({ ip }: { ip: string | undefined }) => ip === undefined

function requireReadableParams({ params, routeOptions: { config } }: FastifyRequest) {
  if (hasReadableParams(params as Record<string, string>)) return
  const { unreadable } = config as { unreadable?: string }
  throw unreadable ? new AppError('VALIDATION_FAILED', unreadable) : new AppError('NOT_FOUND', 'Not found')
}
