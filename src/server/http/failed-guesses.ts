import type { Endpoint } from '#shared/endpoint.ts'
import type { App } from './app-types.ts'

type GuessEvent = NonNullable<Endpoint['config']['guessEvent']>

declare module 'fastify' {
  interface FastifyContextConfig {
    guessEvent?: GuessEvent
  }
}

/**
 * The statuses that count as a failed guess, and the log message. The event names are stable: fail2ban filters match
 * them.
 */
const refusals: Record<GuessEvent, { statuses: number[]; message: string }> = {
  login_failed: { statuses: [401, 429], message: 'login failed' },
  link_password_failed: { statuses: [403, 429], message: 'wrong link password' },
}

/** Logs the client's IP address for each failed guess. Runs before sending, so disconnecting early doesn't avoid it. */
export function logFailedGuesses(app: App) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { guessEvent } = request.routeOptions.config
    if (guessEvent && refusals[guessEvent].statuses.includes(reply.statusCode)) {
      // Keep `event` and `ip` adjacent, where the sample filter in docs/monitoring.md expects them.
      request.log.warn({ event: guessEvent, ip: request.ip, req: request }, refusals[guessEvent].message)
    }
    done(null, payload)
  })
}
