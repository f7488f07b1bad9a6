import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { networkOf } from '#server/platform/network.ts'
import type { OwnDomain, Viewer } from '#server/viewer.ts'
import { accepts, acceptsPlain } from './accepts.ts'
import { type FindDomain, isGalleryPath } from './domains.ts'
import { urlPart } from './input.ts'
import { sendStream } from './send-stream.ts'
import type { StartResponse } from './start-response.ts'

/** A buffer is sent as it is. Fastify pipes a stream, and the endpoint's schema serializes any other object. */
export type ReadResponse = { status: number; headers: Record<string, string>; body?: object }

/** The part of a request that's available with and without Fastify. */
export type ReadRequest<Params = unknown, Query = unknown> = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly params: Params
  readonly query: Query
  readonly ip: string
  readonly network: string
  readonly viewer: Viewer | undefined
  readonly domain: OwnDomain | undefined
}

/**
 * Finds the response to a GET request. It's returned right away if everything is in memory, and as a lazy promise if
 * anything has to be read first.
 */
type HotRead<Params, Query> = (request: ReadRequest<Params, Query>) => ReadyOrLazy<ReadResponse>

/** Undefined leaves the request to another handler. */
type Find = (request: PlainRequest) => ReadyOrLazy<ReadResponse> | undefined
type HotRoute = { url: string; prefix: string; pattern: RegExp; takesQuery: boolean; find: Find }

const noQuery = Object.freeze({})

type Match = { params: unknown; search: string; domain: OwnDomain | undefined }

type IpOf = (request: IncomingMessage) => string
type Options = { startResponse: StartResponse; ipOf: IpOf; isLogged: boolean; findDomain: FindDomain }

/** An anonymous GET: no body, no session. */
class PlainRequest {
  readonly id: string | undefined
  readonly method = 'GET'
  readonly viewer = undefined
  readonly routeOptions: { url: string }
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly params: unknown
  readonly domain: OwnDomain | undefined
  readonly #search: string
  readonly #raw: IncomingMessage
  readonly #ipOf: IpOf
  #ip: string | undefined
  #query: unknown

  constructor(raw: IncomingMessage, route: HotRoute, match: Match, { ipOf, isLogged }: Options) {
    // An ID is only useful with a log line, and generating one is expensive compared to finding the response.
    this.id = isLogged ? randomUUID() : undefined
    this.routeOptions = route
    this.url = raw.url ?? ''
    this.params = match.params
    this.domain = match.domain
    this.headers = raw.headers
    this.#search = match.search
    this.#raw = raw
    this.#ipOf = ipOf
  }

  get query(): unknown {
    this.#query ??= this.#search === '' ? noQuery : parse(this.#search)
    return this.#query
  }

  get ip() {
    this.#ip ??= this.#ipOf(this.#raw)
    return this.#ip
  }

  get network() {
    return networkOf(this.ip)
  }
}

/**
 * Galleries, visitor pages and images are read far more often than anything else. If such a response is in memory, it's
 * sent before Fastify sees the request, because Fastify costs more than finding it (docs/decisions/0014).
 */
export function createHotReads(options: Options) {
  const { startResponse, findDomain } = options
  const routes: HotRoute[] = []
  /** Responses and errors that Fastify has to send, by their request. */
  const passedOn = new WeakMap<IncomingMessage, ReadyOrLazy<ReadResponse>>()
  let isDisabled = () => false

  function addRoute(url: string, find: Find, takesQuery = false) {
    const [prefix = ''] = url.split(':', 1)
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, (name) => `(?<${name.slice(1)}>${urlPart})`)}$`)
    routes.push({ url, prefix, pattern, takesQuery, find })
  }

  function toPlainRequest(route: HotRoute, raw: IncomingMessage, url: string, domain: OwnDomain | undefined) {
    const queryAt = route.takesQuery ? url.indexOf('?') : -1
    const path = queryAt < 0 ? url : url.slice(0, queryAt)
    const match = route.pattern.exec(path)
    if (!match || needsFastify(raw.headers)) return undefined
    const search = queryAt < 0 ? '' : url.slice(queryAt + 1)
    return new PlainRequest(raw, route, { params: match.groups, search, domain }, options)
  }

  function findOrFail(route: HotRoute, request: PlainRequest): ReturnType<Find> {
    try {
      return route.find(request)
    } catch (error) {
      return new LazyPromise(async () => {
        throw error
      })
    }
  }

  return {
    /**
     * Answers the URL before Fastify if possible. Returns the handler for the route, which answers all other requests
     * with the same `read`. URLs with a query go to Fastify unless `takesQuery` is set.
     */
    add<Params, Query>(url: string, read: HotRead<Params, Query>, { takesQuery = false } = {}) {
      addRoute(url, (request) => read(request as ReadRequest<Params, Query>), takesQuery)
      return async (request: ReadRequest<Params, Query> & { raw: IncomingMessage }, reply: FastifyReply) =>
        sendResponse(reply, await (passedOn.get(request.raw) ?? read(request)))
    },

    /** For URLs with a Fastify route of their own, which answers if `find` returns undefined. */
    addFiles: (url: string, find: (request: ReadRequest<Record<string, string>>) => ReadResponse | undefined) =>
      addRoute(url, (request) => find(request as ReadRequest<Record<string, string>>)),

    disableWhile(holds: () => boolean) {
      isDisabled = holds
    },

    /** Sends the response if it's ready. Otherwise returns false, and Fastify has to respond. */
    answer(raw: IncomingMessage, response: ServerResponse): boolean {
      if (raw.method !== 'GET' || isDisabled()) return false
      const domain = findDomain(raw.headers.host)
      if (domain && (domain instanceof LazyPromise || domain.isPaused)) return false
      const { url: asked = '' } = raw
      const url = domain && isGalleryPath(asked) ? `/links${asked}` : asked
      const route = routes.find(({ prefix }) => url.startsWith(prefix))
      const request = route && toPlainRequest(route, raw, url, domain)
      const found = request && findOrFail(route, request)
      if (!found) return false
      if (isReady(found)) return send(response, startResponse(request, response), found)
      passedOn.set(raw, found)
      return false
    },
  }
}
export type HotReads = ReturnType<typeof createHotReads>

type ReadyResponse = ReadResponse & { body?: Buffer }

const isReady = (found: ReadyOrLazy<ReadResponse>): found is ReadyResponse =>
  !(found instanceof LazyPromise) && (found.body === undefined || Buffer.isBuffer(found.body))

function send(response: ServerResponse, general: Record<string, string>, { status, headers, body }: ReadyResponse) {
  // Node writes a flat list of names and values fastest.
  const list: (string | number)[] = []
  for (const name in general) if (headers[name] === undefined) list.push(name, general[name] as string)
  for (const name in headers) list.push(name, headers[name] as string)
  if (status !== 304) list.push('content-length', body?.length ?? 0)
  response.writeHead(status, list).end(body)
  return true
}

export async function sendResponse(reply: FastifyReply, { status, headers, body }: ReadResponse): Promise<void> {
  reply.code(status).headers(headers)
  await (body instanceof Readable ? sendStream(reply, body) : reply.send(body))
}

/** Only Fastify knows sessions, ranges, bodies, and encodings that have to be compressed for this request. */
const needsFastify = (headers: IncomingHttpHeaders) =>
  headers.authorization !== undefined ||
  headers.range !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  !(acceptsPlain(headers) || accepts(headers, 'gzip'))
