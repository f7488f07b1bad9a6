import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { LazyPromise } from '#server/platform/concurrency/lazy-promise.ts'
import type { OwnDomain } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { createAdmission } from './admission.ts'
import type { App } from './app-types.ts'
import type { Connections } from './connections.ts'
import { createCsrfCheck } from './csrf.ts'
import { type FindDomain, useDomains } from './domains.ts'
import { useExpensiveReads } from './expensive-reads.ts'
import { hasReadableParams, useBodyRules } from './input.ts'
import { useRateLimitDelay } from './rate-limit-delay.ts'
import { discardBody } from './receive-body.ts'
import { createAuthentication, type FindViewer, requireKeyScopes } from './session.ts'
import type { StartResponse } from './start-response.ts'

type Done = (error?: Error) => void

type Options = {
  startResponse: StartResponse
  connections: Connections
  findViewer: FindViewer
  findDomain: FindDomain
  publicUrl: string
  expensiveWork: ExpensiveWork
}

/**
 * The checks that every request needs run in one hook, in a fixed order. Only hot reads that are ready skip it
 * (hot-reads.ts).
 */
export function useRequestHooks(app: App, options: Options) {
  const { startResponse, connections, findViewer, findDomain, publicUrl, expensiveWork } = options
  requireKeyScopes(app)
  const authenticate = createAuthentication(app, findViewer)
  const { admit, openRequests } = createAdmission(app)
  const checkCsrf = createCsrfCheck(publicUrl)
  const { redirect } = useDomains(app, { findDomain, publicUrl })
  useBodyRules(app, expensiveWork)
  useExpensiveReads(app, expensiveWork)
  useRateLimitDelay(app)

  app.addHook('onRequest', (request, reply, done) => {
    if (isDisconnected(request)) return void reply.hijack()
    connections.track(request.raw, reply.raw)
    reply.headers(startResponse(request, reply.raw))
    admit(request, reply.raw)
    const found = findDomain(request.headers.host)
    if (!found) return check(request, done)
    if (!(found instanceof LazyPromise)) return checkOnDomain(found, request, reply, done)
    found
      .then((domain) => (domain ? checkOnDomain(domain, request, reply, done) : check(request, done)))
      .catch((error: Error) => done(error))
  })

  function checkOnDomain(domain: OwnDomain, request: FastifyRequest, reply: FastifyReply, done: Done) {
    request.domain = domain
    // No one is logged in on a domain.
    request.headers.authorization = undefined
    if (redirect(request, reply, domain)) return
    requireReadableParams(request)
    checkCsrf(request)
    done()
  }

  function check(request: FastifyRequest, done: Done) {
    requireReadableParams(request)
    checkCsrf(request)
    authenticate(request, done)
  }

  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`)
    done(null, payload)
  })

  app.addHook('onResponse', (request, reply, done) => {
    request.releaseSlot?.()
    // A repeated upload is answered before its body arrives, and browsers read the answer only after sending all of it.
    if (reply.statusCode >= 400 || request.method === 'PATCH') discardBody(request)
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
