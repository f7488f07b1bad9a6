import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller, Viewer, Visitor } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
  interface FastifyContextConfig {
    session?: 'none' | 'optional' | 'required'
    signIn?: string
    isTokenInQueryAllowed?: boolean
  }
}

type FindViewer = (token: string) => Promise<Viewer | undefined>

/** Finds out who calls before anything else happens; endpoints say whether somebody must. */
export function useSessions(app: App, findViewer: FindViewer) {
  app.decorateRequest('viewer', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const { session = 'none', signIn, isTokenInQueryAllowed = false } = request.routeOptions.config
    const token = bearerToken(request) ?? (isTokenInQueryAllowed ? queryToken(request) : undefined)
    const isNobody = session === 'none' || token === undefined
    const refusal = () =>
      session === 'required' && !request.viewer
        ? new AppError('UNAUTHENTICATED', signIn ?? 'Your session has ended. Please login again.')
        : undefined
    // Most visitors have no session: for them nothing is waited for.
    if (isNobody) return done(refusal())
    findViewer(token).then((viewer) => {
      request.viewer = viewer
      done(refusal())
    }, done)
  })
}

/** Tokens are 43 characters; anything much longer is not worth hashing. */
function bearerToken(request: FastifyRequest) {
  return /^Bearer +([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** For uploads alone, where clients may put it; no log line ever holds an address. */
function queryToken(request: FastifyRequest) {
  const { token } = (request.query ?? {}) as { token?: unknown }
  return typeof token === 'string' && /^[\w-]{1,128}$/.test(token) ? token : undefined
}

/** The viewer of an endpoint whose session is required. */
export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`${request.routeOptions.url} must declare session: 'required'`)
  return request.viewer
}

/** What of a request tells who sends it; those that are answered before Fastify sees them have it too. */
export type Calling = { ip: string; method: string; headers: IncomingHttpHeaders; viewer: Viewer | undefined }

/** What telling visitors apart needs; see the visits feature for how little of it is kept. */
export const visitorOf = (request: Calling): Visitor => ({
  ...callerOf(request),
  userId: request.viewer?.userId,
  isPrefetch: isPrefetch(request),
})

/** Browsers that fetch ahead say so; and who only asks whether it is there has not looked. */
function isPrefetch({ method, headers }: Calling) {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ')
  return method === 'HEAD' || /prefetch|preview|prerender/i.test(purpose)
}

export const callerOf = (request: Pick<Calling, 'ip' | 'headers'>): Caller => ({
  address: networkOf(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
})

/** The first half of nearly every IPv6 address: four groups, the first of them not zero. */
const writtenHalf = /^0*([1-9a-f][\da-f]{0,3}):0*([\da-f]{1,4}):0*([\da-f]{1,4}):0*([\da-f]{1,4}):[\da-f:]+$/i

/** Whoever has an IPv6 address has as many as they like: the first half of it is what they cannot choose. */
export function networkOf(ip: string) {
  if (!ip.includes(':')) return ip
  // Every visit asks for it, and this takes a seventh of the time of what follows.
  const half = writtenHalf.exec(ip)
  if (half) return `${half[1]}:${half[2]}:${half[3]}:${half[4]}::/64`.toLowerCase()
  // An address can be written in many ways; the browser's rules for one in a URL leave a single one.
  const written = URL.parse(`http://[${ip.replace(/%.*$/, '')}]`)?.hostname.slice(1, -1)
  if (written === undefined) return ip
  const [front = [], back = []] = written.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  const isMappedIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMappedIPv4) return `${groups.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
