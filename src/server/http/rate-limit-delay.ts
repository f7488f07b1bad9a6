import { systemClock } from '#server/platform/clock.ts'
import { createPacing } from '#server/platform/concurrency/pacing.ts'
import { networkOf, siteOf } from '#server/platform/network.ts'
import { statusOf } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** So many refusals of a network are answered at once, and then one after the other; none waits longer than this. */
const pace = { atOnce: 30, everyMs: 20, longestMs: 5000 }
/** Beyond so many in all nobody waits: each keeps its request in memory. */
const maxWaiting = 1000

/**
 * Whoever is told to come later and asks again at once would keep us busy with refusing. So those answers take their time:
 * who sends the next request when the last is answered is slowed down by it, and a crowd of them comes one by one.
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
