import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'

/** What of a request is ever written down. */
type LoggedRequest = Pick<FastifyRequest, 'id' | 'method'> & { routeOptions?: { url?: string | undefined } }

/**
 * Log lines name the route, never the URL as it was called: URLs carry tokens, signatures and slugs, and what
 * is not written down cannot leak.
 */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  serializers: {
    req: ({ id, method, routeOptions }: LoggedRequest) => ({ id, method, route: routeOptions?.url ?? 'unknown' }),
  },
})

/** Whether such lines are written at all: to find out what is in them costs more than some answers. */
export const isLoggingAnswers = ({ level }: FastifyBaseLogger) => level === 'debug' || level === 'trace'

/** One line for each answer, where somebody asks for that much. */
export const logAnswer = (log: FastifyBaseLogger, request: LoggedRequest, status: number, ms: number) =>
  log.debug({ req: request, status, ms: Math.round(ms) }, 'answered')
