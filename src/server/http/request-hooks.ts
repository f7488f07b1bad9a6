import type { FastifyRequest } from 'fastify'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { AppError } from '#shared/errors.ts'
import { createAdmission } from './admission.ts'
import type { App } from './app-types.ts'
import type { Connections } from './connections.ts'
import { createCsrfCheck } from './csrf.ts'
import { useExpensiveReads } from './expensive-reads.ts'
import { hasReadableParams, useBodyRules } from './input.ts'
import { useRateLimitDelay } from './rate-limit-delay.ts'
import { createAuthentication, type FindViewer, requireKeyScopes } from './session.ts'
import type { StartResponse } from './start-response.ts'

type Options = {
  startResponse: StartResponse
  connections: Connections
  findViewer: FindViewer
  publicUrl: string
  expensiveWork: ExpensiveWork
}

/**
 * The checks that every request needs run in one hook, in a fixed order. Only hot reads that are ready skip it
 * (hot-reads.ts).
 */
export function useRequestHooks(app: App, options: Options) {
  const { startResponse, connections, findViewer, publicUrl, expensiveWork } = options
  requireKeyScopes(app)
  const authenticate = createAuthentication(app, findViewer)
  const { admit, openRequests } = createAdmission(app)
  const checkCsrf = createCsrfCheck(publicUrl)
  useBodyRules(app, expensiveWork)
  useExpensiveReads(app, expensiveWork)
  useRateLimitDelay(app)

  app.addHook('onRequest', (request, reply, done) => {
    if (isDisconnected(request)) return void reply.hijack()
    connections.track(request.raw, reply.raw)
    reply.headers(startResponse(request, reply.raw))
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
