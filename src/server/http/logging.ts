import type { FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { App } from './app-types.ts'

/**
 * Log lines name the route, never the address as it was called: addresses carry tokens, signatures and slugs, and what
 * is not written down cannot leak.
 */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  serializers: {
    req: (request: FastifyRequest) => ({
      id: request.id,
      method: request.method,
      route: request.routeOptions?.url ?? 'unknown',
    }),
  },
})

/** One line for each answer, where somebody asks for that much. */
export function useRequestLog(app: App) {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}
