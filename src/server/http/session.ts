import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Client, Viewer } from '#server/viewer.ts'
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

export type FindViewer = (token: string) => Promise<Viewer | undefined>

/** Finds out who calls; endpoints say whether somebody must. */
export function createAuthentication(app: App, findViewer: FindViewer) {
  app.decorateRequest('viewer', undefined)
  return (request: FastifyRequest, done: (error?: Error) => void) => {
    const { session = 'none', signIn, isTokenInQueryAllowed = false } = request.routeOptions.config
    const token = bearerToken(request) ?? (isTokenInQueryAllowed ? queryToken(request) : undefined)
    const refusal = () =>
      session === 'required' && !request.viewer
        ? new AppError('UNAUTHENTICATED', signIn ?? 'Your session has ended. Please log in again.')
        : undefined
    // Most visitors have no session: for them nothing is waited for.
    if (session === 'none' || token === undefined) return done(refusal())
    findViewer(token).then((viewer) => {
      request.viewer = viewer
      done(refusal())
    }, done)
  }
}

/** Tokens are 43 characters; anything much longer is not worth hashing. */
function bearerToken(request: FastifyRequest) {
  return /^Bearer +([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** For uploads alone, where clients may put it; no log line ever holds a URL. */
function queryToken(request: FastifyRequest) {
  const { token } = (request.query ?? {}) as { token?: unknown }
  return typeof token === 'string' && /^[\w-]{1,128}$/.test(token) ? token : undefined
}

/** Where guests may act: somebody whose session has ended is told so, rather than taken for one. */
export function refuseEndedSession({ viewer, headers }: Pick<FastifyRequest, 'viewer' | 'headers'>) {
  if (viewer || headers.authorization === undefined) return
  throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
}

/** The viewer of an endpoint whose session is required. */
export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`${request.routeOptions.url} must declare session: 'required'`)
  return request.viewer
}

/** What of a request tells who sends it; those that are answered before Fastify sees them have it too. */
type RequestParts = { ip: string; method: string; headers: IncomingHttpHeaders; viewer: Viewer | undefined }

/** A browser's name for itself is shorter, and so is what it fetches for: nothing looks at the rest of a header. */
const maxUserAgentLength = 512
const maxPurposeLength = 64

export const clientOf = ({ ip, method, headers, viewer }: RequestParts): Client => ({
  ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
  userId: viewer?.userId,
  // Browsers that fetch ahead say so; and who only asks whether it is there has not looked.
  purpose: method === 'HEAD' ? 'preview' : purposeOf(headers),
})

function purposeOf(headers: IncomingHttpHeaders) {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return purpose === undefined ? undefined : String(purpose).slice(0, maxPurposeLength)
}

/** The query as it was sent, with its question mark, for where a request is sent on to. */
export const queryOf = ({ url }: { url: string }) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
