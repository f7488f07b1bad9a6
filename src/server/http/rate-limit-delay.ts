import { systemClock } from '#server/platform/clock.ts'
import { createLeakyBucket } from '#server/platform/concurrency/leaky-bucket.ts'
import { networkOf, siteOf } from '#server/platform/network.ts'
import { statusOf } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** A network gets `atOnce` rejections immediately, then one every `everyMs`. No delay exceeds `longestMs`. */
const atOnce = 30
const everyMs = 20
const longestMs = 5000
/** While this many are waiting, others aren't delayed, because each delay keeps a request in memory. */
const maxWaiting = 1000

/**
 * Delays 429 responses. Otherwise a client that ignores Retry-After and retries immediately would keep the server busy
 * with rejections.
 */
export function useRateLimitDelay(app: App, clock = systemClock) {
  const rejections = createLeakyBucket({ clock, capacityMs: atOnce * everyMs, maxOverflowMs: longestMs })
  const waiting = new Set<() => void>()

  app.addHook('onSend', (request, reply, payload, done) => {
    const waitMs =
      reply.statusCode === statusOf.RATE_LIMITED ? rejections.add(siteOf(networkOf(request.ip)), everyMs) : 0
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
