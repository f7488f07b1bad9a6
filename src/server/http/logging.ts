import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { App } from './app-types.ts'

/** What of a request is ever written down. */
type LoggedRequest = Pick<FastifyRequest, 'id' | 'method'> & { routeOptions?: { url?: string | undefined } }

/**
 * Log lines name the route, never the address as it was called: addresses carry tokens, signatures and slugs, and what
 * is not written down cannot leak.
 */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  serializers: {
    req: ({ id, method, routeOptions }: LoggedRequest) => ({ id, method, route: routeOptions?.url ?? 'unknown' }),
  },
})

/** One line for each answer, where somebody asks for that much. */
export function useRequestLog(app: App) {
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request.log, request, reply.statusCode, reply.elapsedTime)
    done()
  })
}

/** Whether such lines are written at all: to find out what is in them costs more than some answers. */
export const isLoggingAnswers = ({ level }: FastifyBaseLogger) => level === 'debug' || level === 'trace'

export const logAnswer = (log: FastifyBaseLogger, request: LoggedRequest, status: number, ms: number) =>
  log.debug({ req: request, status, ms: Math.round(ms) }, 'answered')
