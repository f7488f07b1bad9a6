import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/platform/network.ts'
import type { Client, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
    /** The client's network (platform/network.ts), by which anonymous requests are limited. */
    readonly network: string
  }
  interface FastifyContextConfig {
    session?: 'none' | 'optional' | 'required'
    signIn?: string
    isTokenInQueryAllowed?: boolean
  }
}

export type FindViewer = (token: string) => Promise<Viewer | undefined>

export function createAuthentication(app: App, findViewer: FindViewer) {
  app.decorateRequest('viewer', undefined)
  app.decorateRequest('network', {
    getter() {
      return networkOf(this.ip)
    },
  })
  return (request: FastifyRequest, done: (error?: Error) => void) => {
    const { session = 'none', signIn, isTokenInQueryAllowed = false } = request.routeOptions.config
    const token = bearerToken(request) ?? (isTokenInQueryAllowed ? queryToken(request) : undefined)
    const refusal = () =>
      session === 'required' && !request.viewer
        ? new AppError('UNAUTHENTICATED', signIn ?? 'Your session has ended. Please log in again.')
        : undefined
    // Most visitors have no session, so their path is synchronous.
    if (session === 'none' || token === undefined) return done(refusal())
    findViewer(token).then((viewer) => {
      request.viewer = viewer
      done(refusal())
    }, done)
  }
}

/** Tokens have 43 characters, so much longer values are rejected without hashing them. */
function bearerToken(request: FastifyRequest) {
  return /^Bearer +([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Only the upload route allows the token in the query. URLs are never logged. */
function queryToken(request: FastifyRequest) {
  const { token } = (request.query ?? {}) as { token?: unknown }
  return typeof token === 'string' && /^[\w-]{1,128}$/.test(token) ? token : undefined
}

/** On routes for guests, a user whose session has ended gets an error instead of being treated as a guest. */
export function refuseEndedSession({ viewer, headers }: Pick<FastifyRequest, 'viewer' | 'headers'>) {
  if (viewer || headers.authorization === undefined) return
  throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
}

export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`${request.routeOptions.url} must declare session: 'required'`)
  return request.viewer
}

type RequestParts = Pick<FastifyRequest, 'ip' | 'method' | 'headers' | 'viewer'>

/** Browsers don't send headers this long, so the rest is ignored. */
const maxUserAgentLength = 512
const maxPurposeLength = 64

export const clientOf = ({ ip, method, headers, viewer }: RequestParts): Client => ({
  ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
  userId: viewer?.userId,
  // Like a prefetch, a HEAD request doesn't count as a view.
  purpose: method === 'HEAD' ? 'preview' : purposeOf(headers),
})

function purposeOf(headers: IncomingHttpHeaders) {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return purpose === undefined ? undefined : String(purpose).slice(0, maxPurposeLength)
}

/** Returns the query with its question mark, for redirects. */
export const queryOf = ({ url }: { url: string }) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
