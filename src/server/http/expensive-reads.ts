import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createFairSemaphore, SemaphoreFull } from '#server/platform/concurrency/fair-semaphore.ts'
import { ShareRefused } from '#server/platform/concurrency/fair-share.ts'
import { networkOf, siteOf } from '#server/platform/network.ts'
import type { App } from './app-types.ts'
import { signalOfHangUp } from './connections.ts'

/** Few at once: what they need is the one event loop. So many may wait, and so many of them for one network or user. */
const limits = { permits: 4, maxWaiting: 500, maxWaitingPerKey: 30 }

declare module 'fastify' {
  interface FastifyRequest {
    /** Called once what was expensive about it is done. */
    endExpensive: (() => void) | undefined
  }
  interface FastifyContextConfig {
    isExpensive?: boolean
  }
}

/**
 * Reads that keep the event loop busy for many milliseconds queue by who asks, so that a flood of them waits behind itself.
 * And they have at most half of the event loop: the other half is for all that is quick.
 */
export function useExpensiveReads(app: App) {
  const { withPermit } = createFairSemaphore(limits)
  const begin = createTurns()
  app.decorateRequest('endExpensive', undefined)

  function queue(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) {
    const ended = Promise.withResolvers<void>()
    const hangUp = signalOfHangUp(reply)
    request.endExpensive = ended.resolve
    reply.raw.once('close', () => ended.resolve())
    const work = async () => {
      await begin(done)
      await ended.promise
    }
    withPermit(work, { key: keyOf(request), signal: hangUp }).catch((error) => {
      // Whoever has hung up needs no answer.
      if (!hangUp.aborted) done(error instanceof SemaphoreFull ? tooMany(request) : error)
    })
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.isExpensive) return
    route.preHandler = queue
    // The answer is made; how long its reader takes is not our work.
    route.onSend = (request, _reply, payload, done) => {
      request.endExpensive?.()
      done(null, payload)
    }
  })
}

const keyOf = ({ viewer, ip }: FastifyRequest) => viewer?.userId ?? siteOf(networkOf(ip))

const tooMany = ({ viewer }: FastifyRequest) =>
  new ShareRefused('more than its share', {
    what: 'requests',
    of: viewer ? 'account' : 'network',
    retryAfterSeconds: 2,
  })

/** Whatever else happened meanwhile counts as well; a long pause of another's making is not made longer. */
const maxRestMs = 50

/** Begins one at a time; afterwards the event loop is left to others for as long as that one kept it. */
function createTurns() {
  let rested: Promise<unknown> = Promise.resolve()
  return (work: () => void): Promise<void> => {
    let startedAt = 0
    const begun = rested.then(() => {
      startedAt = performance.now()
      work()
    })
    const rest = async () => {
      await nextTurn()
      const tookMs = performance.now() - startedAt
      if (tookMs >= 1) await delay(Math.min(tookMs, maxRestMs))
    }
    rested = begun.then(rest, rest)
    return begun
  }
}
