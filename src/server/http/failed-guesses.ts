import type { Endpoint } from '#shared/endpoint.ts'
import type { App } from './app-types.ts'

type GuessEvent = NonNullable<Endpoint['config']['guessEvent']>

declare module 'fastify' {
  interface FastifyContextConfig {
    guessEvent?: GuessEvent
  }
}

/**
 * Responses with these statuses count as failed guesses. The event names are stable, because fail2ban filters match
 * them.
 */
const refusals: Record<GuessEvent, { statuses: number[]; message: string }> = {
  login_failed: { statuses: [401, 429], message: 'login failed' },
  link_password_failed: { statuses: [403, 429], message: 'wrong link password' },
}

/** Logs failed guesses before the response is sent, so that clients can't avoid the log by disconnecting. */
export function logFailedGuesses(app: App) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { guessEvent } = request.routeOptions.config
    if (guessEvent && refusals[guessEvent].statuses.includes(reply.statusCode)) {
      // The sample filter in docs/monitoring.md expects `event` and `ip` next to each other.
      request.log.warn({ event: guessEvent, ip: request.ip, req: request }, refusals[guessEvent].message)
    }
    done(null, payload)
  })
}
