import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Config } from '#server/config.ts'

export type LoggedRequest = {
  id: string | undefined
  method: string
  routeOptions: { url?: string | undefined }
  /** Must be read while the connection is open. */
  ip?: string | undefined
}

type LogSettings = Pick<Config, 'logLevel' | 'nodeName' | 'logClientIp'>

/** Logs contain the route but never the URL, because URLs contain tokens, signatures and slugs. */
export const loggerOptions = ({ logLevel, nodeName, logClientIp }: LogSettings): LoggerOptions => ({
  level: logLevel,
  base: { node: nodeName },
  serializers: {
    req: (request: LoggedRequest) => ({
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      ...(logClientIp && { ip: request.ip }),
    }),
  },
})

export type ResponseListener = (request: LoggedRequest, status: number, ms: number) => void

/** Returns undefined if there are no listeners, so that callers can skip measuring. */
export function combineListeners(given: (ResponseListener | undefined)[]): ResponseListener | undefined {
  const listeners = given.filter((listener) => listener !== undefined)
  if (listeners.length <= 1) return listeners[0]
  return (...answer) => {
    for (const listener of listeners) listener(...answer)
  }
}

/** nginx's status for clients that disconnect before the response is complete. */
const aborted = 499

/** Calls `tell` once: with the response's status if it was sent in full, otherwise with 499. */
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

export function createAccessLog(log: FastifyBaseLogger, isWanted: boolean): ResponseListener | undefined {
  const level = isWanted ? 'info' : 'debug'
  if (!isWanted && log.level !== 'debug' && log.level !== 'trace') return undefined
  return (request, status, ms) => log[level]({ req: request, status, ms: Math.round(ms) }, 'request completed')
}

const unavailableEveryMs = 1000
/** Driver errors may have a different message each time, so the number of distinct reasons is capped. */
const maxReasons = 20
/** Counts the occurrences since the last log line, by logger and reason. */
const unavailable = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/**
 * For each reason, logs the first 503, then once a second the number of further ones. A line for each 503 would fill
 * the disk under overload.
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
