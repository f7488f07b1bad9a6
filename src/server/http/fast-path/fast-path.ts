import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { networkOf } from '#server/platform/network.ts'
import { urlPart } from '../input.ts'
import { onResponseEnd, type ResponseListener } from '../logging.ts'
import { holdsInvitation } from '../passes.ts'
import { headersOfRoute, type SecurityHeaders } from '../security.ts'

export type CachedResponse = { status: number; headers: Record<string, string>; body?: Buffer }

type IpOf = (request: IncomingMessage) => string

/** An anonymous GET: no body, no session, no invitation. */
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

/** This is a promise if the cache entry has to be revalidated first. */
type Found = CachedResponse | undefined | Promise<CachedResponse | undefined>

/** Finds the response for the given URL parameters. Returns undefined, or throws, to pass the request to its route. */
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
 * Responds from memory before Fastify sees the request, because Fastify costs more than the response itself
 * (docs/decisions/0014). The same request can also reach its route, so both must respond alike.
 */
export function createFastPath({ headers, onAnswer, ipOf }: Options) {
  const routes: FastRoute[] = []
  let isDisabled = () => false
  let track = (_raw: IncomingMessage, _response: ServerResponse) => {}

  function find({ pattern, takesQuery, find }: FastRoute, raw: IncomingMessage, url: string) {
    const queryAt = takesQuery ? url.indexOf('?') : -1
    const parts = pattern.exec(queryAt < 0 ? url : url.slice(0, queryAt))
    if (!parts || isUnusual(raw.headers)) return undefined
    try {
      const query = queryAt < 0 ? undefined : url.slice(queryAt + 1)
      return find(new PlainRequest(raw, ipOf), parts[1] ?? '', parts[2] ?? '', query)
    } catch {
      // The route fails the same way and reports the error properly.
      return undefined
    }
  }

  function send(response: ServerResponse, { url, headers }: FastRoute, cached: CachedResponse) {
    const { status, body } = cached
    response
      .writeHead(status, headersToSend(headers, onAnswer && reportResponse(response, url, onAnswer), cached))
      .end(body)
    return true
  }

  async function sendLater(response: ServerResponse, route: FastRoute, found: Promise<CachedResponse | undefined>) {
    // If the lookup fails, the route fails too and reports the error properly.
    const cached = await found.catch(() => undefined)
    return cached !== undefined && send(response, route, cached)
  }

  /**
   * Returns the request ID, which is logged and sent as `x-request-id`. Without a listener, no ID is generated, because
   * that's expensive compared to finding the response.
   */
  function reportResponse(response: ServerResponse, url: string, tell: ResponseListener) {
    const request = { id: randomUUID(), method: 'GET', routeOptions: { url }, ip: ipOf(response.req) }
    const startedAt = performance.now()
    onResponseEnd(response, (status) => tell(request, status, performance.now() - startedAt))
    return request.id
  }

  return {
    /** URLs with a query skip the fast path unless `takesQuery` is set. */
    add(url: string, find: Find, { takesQuery = false } = {}) {
      const [prefix = ''] = url.split(':', 1)
      const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, `(${urlPart})`)}$`)
      routes.push({ url, prefix, pattern, takesQuery, headers: headersOfRoute(headers, url), find })
    },

    disableWhile(holds: () => boolean) {
      isDisabled = holds
    },

    trackWith(listener: typeof track) {
      track = listener
    },

    /** Responds if it can. Otherwise returns false, or a promise of false, and the route must respond. */
    answer(raw: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
      const { url = '' } = raw
      if (raw.method !== 'GET' || isDisabled()) return false
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

/** Returns a flat list of names and values, because Node writes that format fastest. */
function headersToSend(general: SecurityHeaders, id: string | undefined, { headers, body }: CachedResponse) {
  const list: (string | number)[] = id === undefined ? [] : ['x-request-id', id]
  for (const name in general) if (headers[name] === undefined) list.push(name, general[name] as string)
  for (const name in headers) list.push(name, headers[name] as string)
  if (body) list.push('content-length', body.length)
  return list
}

/** Bypasses the endpoint's serializer, which would serialize the body again. */
export async function sendCached(reply: FastifyReply, { status, headers, body }: CachedResponse): Promise<void> {
  await reply.code(status).headers(headers).send(body)
}

/** Clients that send these headers need the full handler. */
const isUnusual = (headers: IncomingHttpHeaders) =>
  headers.authorization !== undefined ||
  headers.range !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  holdsInvitation(headers)
