import { systemClock } from '#server/platform/clock.ts'
import { createPacing } from '#server/platform/concurrency/pacing.ts'
import { networkOf, siteOf } from '#server/platform/network.ts'
import { statusOf } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** A network gets this many rejections immediately, and then one at a time. None waits longer than `longestMs`. */
const pace = { atOnce: 30, everyMs: 20, longestMs: 5000 }
/** Beyond this many in total, rejections aren't delayed: each delay keeps its request in memory. */
const maxWaiting = 1000

/**
 * Delays 429 responses. A client that ignores Retry-After and retries immediately would keep the server busy refusing
 * it; waiting for the response slows it down.
 */
export function useRateLimitDelay(app: App, clock = systemClock) {
  const pacing = createPacing({ ...pace, clock })
  const waiting = new Set<() => void>()

  app.addHook('onSend', (request, reply, payload, done) => {
    const waitMs = reply.statusCode === statusOf.RATE_LIMITED ? pacing.take(siteOf(networkOf(request.ip))) : 0
    if (waitMs === 0 || waiting.size >= maxWaiting) return done(null, payload)
    const answer = () => {
      clearTimeout(timer)
      waiting.delete(answer)
      reply.raw.off('close', answer)
      done(null, payload)
    }
    const timer = setTimeout(answer, waitMs)
    waiting.add(answer)
    reply.raw.once('close', answer)
  })

  app.addHook('preClose', async () => {
    for (const answer of waiting) answer()
  })
}
