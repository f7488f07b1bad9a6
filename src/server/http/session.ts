import type { FastifyRequest } from 'fastify'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
  interface FastifyContextConfig {
    session?: 'none' | 'optional' | 'required'
    signIn?: string
  }
}

type FindViewer = (token: string) => Promise<Viewer | undefined>

/** Finds out who calls before anything else happens; endpoints say whether somebody must. */
export function useSessions(app: App, findViewer: FindViewer) {
  app.decorateRequest('viewer', undefined)
  app.addHook('onRequest', async (request) => {
    const { session = 'none', signIn } = request.routeOptions.config
    if (session === 'none') return
    const token = bearerToken(request)
    request.viewer = token === undefined ? undefined : await findViewer(token)
    if (session === 'required' && !request.viewer) {
      throw new AppError('UNAUTHENTICATED', signIn ?? 'Your session has ended. Please login again.')
    }
  })
}

/** Tokens are 43 characters; anything much longer is not worth hashing. */
function bearerToken(request: FastifyRequest) {
  return /^Bearer +([\w-]{1,128})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The viewer of an endpoint whose session is required. */
export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Error(`${request.routeOptions.url} must declare session: 'required'`)
  return request.viewer
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})
