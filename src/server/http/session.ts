import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/platform/network.ts'
import { type Client, deadKey, isApiKey, type Viewer, type ViewerKey } from '#server/viewer.ts'
import type { Endpoint } from '#shared/endpoint.ts'
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
    keyScope?: RouteConfig['keyScope']
    isAcrossLinks?: boolean
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
    const { config } = request.routeOptions
    const { session = 'none', signIn, isTokenInQueryAllowed = false } = config
    const inQuery = session === 'none' ? undefined : queryToken(request)
    // URLs end up in logs and histories, so a key in one isn't accepted.
    if (inQuery !== undefined && isApiKey(inQuery)) return done(keyInUrl())
    const token = bearerToken(request) ?? (isTokenInQueryAllowed ? inQuery : undefined)
    const isKey = token !== undefined && isApiKey(token)
    const refusal = () => {
      if (session !== 'required' || request.viewer) return undefined
      return isKey
        ? deadKey()
        : new AppError('UNAUTHENTICATED', signIn ?? 'Your session has ended. Please log in again.')
    }
    // Most visitors have no session, so their path is synchronous.
    if (token === undefined || (session === 'none' && !isKey)) return done(refusal())
    findViewer(token).then((viewer) => {
      request.viewer = viewer?.key ? { ...viewer, key: { ...viewer.key, isChange: isChange(config) } } : viewer
      done(viewer?.key ? (refusalOfKey(viewer.key, config) ?? refusal()) : refusal())
    }, done)
  }
}

type RouteConfig = Pick<Endpoint['config'], 'keyScope' | 'isAcrossLinks'>

const isChange = ({ keyScope }: Partial<RouteConfig>) => keyScope === 'upload' || keyScope === 'manage'

/** Keys with certain links are checked again for the link of a call (features/access/link-access.ts). */
function refusalOfKey({ scopes, planScopes, links }: ViewerKey, { keyScope, isAcrossLinks }: Partial<RouteConfig>) {
  if (keyScope === 'never') return new AppError('KEY_SCOPE', "API keys can't be used for this.")
  if (planScopes.length === 0) return planFeature("Your plan doesn't include API access.")
  if (keyScope === undefined || keyScope === 'any') return undefined
  if (!scopes.includes(keyScope)) return new AppError('KEY_SCOPE', `This API key doesn't have the scope ${keyScope}.`)
  if (!planScopes.includes(keyScope)) return planFeature('On your plan, API keys can only read.')
  if (isAcrossLinks && links !== null) return new AppError('KEY_SCOPE', 'This API key only works for certain links.')
  return undefined
}

const planFeature = (sentence: string) => new AppError('PLAN_FEATURE', `${sentence} Please upgrade to use this key.`)

const keyInUrl = () =>
  new AppError('UNAUTHENTICATED', 'Send API keys in the Authorization header. They never work in a URL.')

/** Routes that plugins add can't declare a scope. They only serve files. */
const filesOfPlugins = /^\/(\*|api\/docs(\/.*)?)$/

/** Makes the server fail at startup if a route doesn't declare whether API keys can use it. */
export function requireKeyScopes(app: App) {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.keyScope === undefined && !filesOfPlugins.test(url)) throw new Error(`${method} ${url} has no keyScope`)
  })
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
  // Like a prefetch, a HEAD request or one with an API key doesn't count as a view.
  purpose: method === 'HEAD' || viewer?.key ? 'preview' : purposeOf(headers),
})

function purposeOf(headers: IncomingHttpHeaders) {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return purpose === undefined ? undefined : String(purpose).slice(0, maxPurposeLength)
}

/** Returns the query with its question mark, for redirects. */
export const queryOf = ({ url }: { url: string }) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
