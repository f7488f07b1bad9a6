import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { addressPart } from '../input.ts'
import { isLoggingAnswers, logAnswer } from '../logging.ts'
import { headersOfRoute, type SecurityHeaders } from '../security.ts'

/** An answer for which nothing has to be waited. */
export type CachedResponse = { status: number; headers: Record<string, string>; body?: Buffer }

type AddressOf = (request: IncomingMessage) => string

/** A GET without a body by somebody who is not signed in. */
class PlainRequest {
  readonly method = 'GET'
  readonly viewer = undefined
  readonly headers: IncomingHttpHeaders
  readonly #raw: IncomingMessage
  readonly #addressOf: AddressOf

  constructor(raw: IncomingMessage, addressOf: AddressOf) {
    this.headers = raw.headers
    this.#raw = raw
    this.#addressOf = addressOf
  }

  get ip() {
    return this.#addressOf(this.#raw)
  }
}

/** Finds the answer at once, given the parts of the address, or leaves the request to its route; may throw to do so. */
type Find = (request: PlainRequest, first: string, second: string) => CachedResponse | undefined

type Door = { route: string; prefix: string; pattern: RegExp; headers: SecurityHeaders; find: Find }
type Options = { headers: SecurityHeaders; log: FastifyBaseLogger; addressOf: AddressOf }

/**
 * The door before the door: what is at hand is answered before Fastify has looked at the request, which would cost more
 * than the answer. Whatever is not plain goes on to its route, which must answer the same by its own means.
 */
export function createFastPath({ headers, log, addressOf }: Options) {
  const doors: Door[] = []
  const isLogged = isLoggingAnswers(log)
  let isShut = () => false

  function find({ pattern, find }: Door, raw: IncomingMessage, url: string) {
    const parts = pattern.exec(url)
    if (!parts || isUnusual(raw.headers)) return undefined
    try {
      return find(new PlainRequest(raw, addressOf), parts[1] ?? '', parts[2] ?? '')
    } catch {
      // The route comes to the same end and knows how to say it.
      return undefined
    }
  }

  function send(response: ServerResponse, { route, headers }: Door, answer: CachedResponse) {
    const { status, body } = answer
    const id = randomUUID()
    const length = body && { 'content-length': body.length }
    if (isLogged) {
      const request = { id, method: 'GET', routeOptions: { url: route } }
      const startedAt = performance.now()
      response.once('finish', () => logAnswer(log, request, status, performance.now() - startedAt))
    }
    response.writeHead(status, { ...headers, 'x-request-id': id, ...answer.headers, ...length }).end(body)
  }

  return {
    /** Lets `find` answer what it can of a route. Addresses with a query go on to the route. */
    add(route: string, find: Find) {
      const [prefix = ''] = route.split(':', 1)
      const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, `(${addressPart})`)}$`)
      doors.push({ route, prefix, pattern, headers: headersOfRoute(headers, route), find })
    },

    /** While it holds, everything goes on to its route. */
    shutWhile(holds: () => boolean) {
      isShut = holds
    },

    /** Whether it has been answered. */
    answer(raw: IncomingMessage, response: ServerResponse): boolean {
      const { url = '' } = raw
      if (raw.method !== 'GET' || isShut()) return false
      const door = doors.find(({ prefix }) => url.startsWith(prefix))
      const answer = door && find(door, raw, url)
      if (!answer) return false
      send(response, door, answer)
      return true
    },
  }
}
export type FastPath = ReturnType<typeof createFastPath>

/** Whoever sends one of these wants more than the plain answer. */
const isUnusual = (headers: IncomingHttpHeaders) =>
  headers.authorization !== undefined ||
  headers.range !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined
