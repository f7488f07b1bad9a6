import type { Endpoint } from '#shared/endpoint.ts'
import type { App } from './app-types.ts'

type GuessEvent = NonNullable<Endpoint['config']['guessEvent']>

declare module 'fastify' {
  interface FastifyContextConfig {
    guessEvent?: GuessEvent
  }
}

/** How each kind of guess is refused, and what its log line says. The names are stable: fail2ban filters look for them. */
const refusals: Record<GuessEvent, { statuses: number[]; message: string }> = {
  login_failed: { statuses: [401, 429], message: 'login failed' },
  link_password_failed: { statuses: [403, 429], message: 'wrong link password' },
}

/** Writes a line with the client's IP address for each refused guess. Whoever hangs up early can't avoid it. */
export function logFailedGuesses(app: App) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { guessEvent } = request.routeOptions.config
    if (guessEvent && refusals[guessEvent].statuses.includes(reply.statusCode)) {
      // `event` and `ip` stay next to each other, where the sample filter in docs/monitoring.md finds them.
      request.log.warn({ event: guessEvent, ip: request.ip, req: request }, refusals[guessEvent].message)
    }
    done(null, payload)
  })
}
