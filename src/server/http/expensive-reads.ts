import type { FastifyReply, FastifyRequest } from 'fastify'
import { createExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { SemaphoreFull } from '#server/platform/concurrency/fair-semaphore.ts'
import { ShareRefused } from '#server/platform/concurrency/fair-share.ts'
import { networkOf, siteOf } from '#server/platform/network.ts'
import type { App } from './app-types.ts'
import { disconnectSignal } from './connections.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Call this when the expensive part is done. */
    endExpensive: (() => void) | undefined
  }
  interface FastifyContextConfig {
    isExpensive?: boolean
  }
}

/** Requests to `isExpensive` routes queue before validation, because validating them is expensive too. */
export function useExpensiveReads(app: App, { withPermit, begin } = createExpensiveWork()) {
  app.decorateRequest('endExpensive', undefined)

  function queue(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) {
    const key = queueKeyOf(request)
    const ended = Promise.withResolvers<void>()
    const disconnected = disconnectSignal(reply)
    request.endExpensive = ended.resolve
    reply.raw.once('close', () => ended.resolve())
    const work = async () => {
      await begin(key, () => done())
      await ended.promise
    }
    withPermit(work, { key, signal: disconnected }).catch((error) => {
      // A disconnected client doesn't need a response.
      if (!disconnected.aborted) done(error instanceof SemaphoreFull ? tooMany(request) : error)
    })
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.isExpensive) return
    route.preValidation = [route.preValidation ?? [], queue].flat()
    // The expensive part ends when the response is ready, even if the client reads it slowly.
    route.onSend = (request, _reply, payload, done) => {
      request.endExpensive?.()
      done(null, payload)
    }
  })
}

/** Expensive work is queued per account, or per network for anonymous clients. */
export const queueKeyOf = ({ viewer, ip }: FastifyRequest) => viewer?.userId ?? siteOf(networkOf(ip))

const tooMany = ({ viewer }: FastifyRequest) =>
  new ShareRefused('more than its share', {
    what: 'requests',
    of: viewer ? 'account' : 'network',
    retryAfterSeconds: 2,
  })
