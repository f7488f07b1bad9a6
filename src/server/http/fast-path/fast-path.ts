import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { networkOf } from '#server/platform/network.ts'
import { urlPart } from '../input.ts'
import { onResponseEnd, type ResponseListener } from '../logging.ts'
import { holdsInvitation } from '../passes.ts'
import { headersOfRoute, type SecurityHeaders } from '../security.ts'

/** A response that lies in memory as it goes over the wire. */
export type CachedResponse = { status: number; headers: Record<string, string>; body?: Buffer }

type IpOf = (request: IncomingMessage) => string

/** A GET without a body by somebody who is not signed in and has no invitation. */
class PlainRequest {
  readonly method = 'GET'
  readonly viewer = undefined
  readonly headers: IncomingHttpHeaders
  readonly #raw: IncomingMessage
  readonly #ipOf: IpOf
  #ip: string | undefined

  constructor(raw: IncomingMessage, ipOf: IpOf) {
    this.headers = raw.headers
    this.#raw = raw
    this.#ipOf = ipOf
  }

  get ip() {
    this.#ip ??= this.#ipOf(this.#raw)
    return this.#ip
  }

  get network() {
    return networkOf(this.ip)
  }
}

/** A promise where what is cached has to be looked at anew first. */
type Found = CachedResponse | undefined | Promise<CachedResponse | undefined>

/** Finds the response, given the parameters in the URL, or leaves the request to its route; may throw to do so. */
type Find = (request: PlainRequest, first: string, second: string, query: string | undefined) => Found

type FastRoute = {
  url: string
  prefix: string
  pattern: RegExp
  takesQuery: boolean
  headers: SecurityHeaders
  find: Find
}
type Options = { headers: SecurityHeaders; onAnswer: ResponseListener | undefined; ipOf: IpOf }

/**
 * Answers from memory before Fastify has looked at the request, which would cost more than the answer
 * (docs/decisions/0014). Whatever is not plain goes on to its route, which must answer the same by its own means.
 */
export function createFastPath({ headers, onAnswer, ipOf }: Options) {
  const routes: FastRoute[] = []
  let isShut = () => false
  let track = (_raw: IncomingMessage, _response: ServerResponse) => {}

  function find({ pattern, takesQuery, find }: FastRoute, raw: IncomingMessage, url: string) {
    const queryAt = takesQuery ? url.indexOf('?') : -1
    const parts = pattern.exec(queryAt < 0 ? url : url.slice(0, queryAt))
    if (!parts || isUnusual(raw.headers)) return undefined
    try {
      const query = queryAt < 0 ? undefined : url.slice(queryAt + 1)
      return find(new PlainRequest(raw, ipOf), parts[1] ?? '', parts[2] ?? '', query)
    } catch {
      // The route comes to the same end and knows how to say it.
      return undefined
    }
  }

  function send(response: ServerResponse, { url, headers }: FastRoute, cached: CachedResponse) {
    const { status, body } = cached
    response.writeHead(status, headersToSend(headers, onAnswer && tellOf(response, url, onAnswer), cached)).end(body)
    return true
  }

  async function sendLater(response: ServerResponse, route: FastRoute, found: Promise<CachedResponse | undefined>) {
    // The route comes to the same end as what fails here, too.
    const cached = await found.catch(() => undefined)
    return cached !== undefined && send(response, route, cached)
  }

  /** The id under which the answer is logged; where nothing is logged, making one would cost as much as finding the answer. */
  function tellOf(response: ServerResponse, url: string, tell: ResponseListener) {
    const request = { id: randomUUID(), method: 'GET', routeOptions: { url }, ip: ipOf(response.req) }
    const startedAt = performance.now()
    onResponseEnd(response, (status) => tell(request, status, performance.now() - startedAt))
    return request.id
  }

  return {
    /** Lets `find` answer what it can of a route. URLs with a query go on to the route, unless it takes one. */
    add(url: string, find: Find, { takesQuery = false } = {}) {
      const [prefix = ''] = url.split(':', 1)
      const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, `(${urlPart})`)}$`)
      routes.push({ url, prefix, pattern, takesQuery, headers: headersOfRoute(headers, url), find })
    },

    /** While it holds, everything goes on to its route. */
    shutWhile(holds: () => boolean) {
      isShut = holds
    },

    /** Told of what is not answered at once. */
    trackWith(listener: typeof track) {
      track = listener
    },

    /** Whether it has been answered, or will be. */
    answer(raw: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
      const { url = '' } = raw
      if (raw.method !== 'GET' || isShut()) return false
      const route = routes.find(({ prefix }) => url.startsWith(prefix))
      const found = route && find(route, raw, url)
      if (!found) return false
      if (!(found instanceof Promise)) return send(response, route, found)
      track(raw, response)
      return sendLater(response, route, found)
    },
  }
}
export type FastPath = ReturnType<typeof createFastPath>

/** As Node writes them fastest: names and values in turn. A route's own header stands for the general one. */
function headersToSend(general: SecurityHeaders, id: string | undefined, { headers, body }: CachedResponse) {
  const list: (string | number)[] = id === undefined ? [] : ['x-request-id', id]
  for (const name in general) if (headers[name] === undefined) list.push(name, general[name] as string)
  for (const name in headers) list.push(name, headers[name] as string)
  if (body) list.push('content-length', body.length)
  return list
}

/** The same from a route, past the endpoint's serializer, which would write the bytes out anew. */
export async function sendCached(reply: FastifyReply, { status, headers, body }: CachedResponse): Promise<void> {
  await reply.code(status).headers(headers).send(body)
}

/** Whoever sends one of these wants more than the plain answer. */
const isUnusual = (headers: IncomingHttpHeaders) =>
  headers.authorization !== undefined ||
  headers.range !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  holdsInvitation(headers)
