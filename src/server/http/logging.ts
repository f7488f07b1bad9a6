import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Config } from '#server/config.ts'

/** What of a request is ever written down. */
type LoggedRequest = Pick<FastifyRequest, 'id' | 'method'> & {
  routeOptions?: { url?: string | undefined }
  /** Read while the connection is open: a closed one has none. */
  ip?: string
}

type LogSettings = Pick<Config, 'logLevel' | 'nodeName' | 'logClientIp'>

/**
 * Log lines name the route, never the URL as it was called: URLs carry tokens, signatures and slugs, and what
 * is not written down cannot leak.
 */
export const loggerOptions = ({ logLevel, nodeName, logClientIp }: LogSettings): LoggerOptions => ({
  level: logLevel,
  base: { node: nodeName },
  serializers: {
    req: (request: LoggedRequest) => ({
      id: request.id,
      method: request.method,
      route: request.routeOptions?.url ?? 'unknown',
      ...(logClientIp && { ip: request.ip }),
    }),
  },
})

/** Told of each answer, by its route. */
export type ResponseListener = (request: LoggedRequest, status: number, ms: number) => void

/** Tells all of them; undefined where there is none, so that nothing is measured for nobody. */
export function combineListeners(given: (ResponseListener | undefined)[]): ResponseListener | undefined {
  const listeners = given.filter((listener) => listener !== undefined)
  if (listeners.length <= 1) return listeners[0]
  return (...answer) => {
    for (const listener of listeners) listener(...answer)
  }
}

/** As nginx logs a request whose connection ended before the last byte of its response. */
const aborted = 499

/** Calls `tell` once, with the status that was sent in full, or 499. */
export function onResponseEnd(response: ServerResponse, tell: (status: number) => void) {
  const onFinish = () => {
    response.off('close', onClose)
    tell(response.statusCode)
  }
  const onClose = () => {
    response.off('finish', onFinish)
    tell(aborted)
  }
  if (response.destroyed) return tell(aborted)
  response.once('finish', onFinish).once('close', onClose)
}

/** A line for each answer, where somebody asks for that much. */
export function createAccessLog(log: FastifyBaseLogger, isWanted: boolean): ResponseListener | undefined {
  const level = isWanted ? 'info' : 'debug'
  if (!isWanted && log.level !== 'debug' && log.level !== 'trace') return undefined
  return (request, status, ms) => log[level]({ req: request, status, ms: Math.round(ms) }, 'answered')
}

const unavailableEveryMs = 1000
/** Reasons come from us and from drivers; what a driver says may differ each time. */
const maxReasons = 20
/** By logger and reason: how many have come since the last line. */
const unavailable = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/**
 * Whoever is answered 503: a line for the first, then one a second that says how many more there were. Where too much comes,
 * a line for each would fill the disk, and a stack tells nothing that the reason does not.
 */
export function logUnavailable(error: unknown, request: FastifyRequest) {
  const { log } = request.server
  const counts = unavailable.get(log) ?? new Map<string, number>()
  unavailable.set(log, counts)
  const reason = reasonOf(error)
  const key = counts.has(reason) || counts.size < maxReasons ? reason : 'other reasons'
  const count = counts.get(key)
  counts.set(key, (count ?? 0) + 1)
  if (count !== undefined) return
  counts.set(key, 0)
  log.warn({ reason, req: request }, 'not available')
  const timer = setInterval(() => {
    const more = counts.get(key) ?? 0
    counts.set(key, 0)
    if (more > 0) return log.warn({ reason: key, count: more }, 'not available')
    counts.delete(key)
    clearInterval(timer)
  }, unavailableEveryMs)
  timer.unref()
}

function reasonOf(error: unknown) {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
