import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/platform/network.ts'
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
export const visitorOf = ({ ip, method, headers, viewer }: Calling): Visitor => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
  userId: viewer?.userId,
  // Browsers that fetch ahead say so; and who only asks whether it is there has not looked.
  purpose: method === 'HEAD' ? 'preview' : (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']),
})

export const callerOf = (request: Pick<Calling, 'ip' | 'headers'>): Caller => ({
  network: networkOf(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
})
