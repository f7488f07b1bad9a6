import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that other sites' servers or email clients call. They don't rely on cookies. */
    isCrossSiteAllowed?: boolean
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * CSRF check: browsers attach pass cookies automatically, so requests from other sites must not change anything.
 * Browsers send Sec-Fetch-Site, older ones Origin; other clients send neither.
 */
export function createCsrfCheck(publicUrl: string) {
  const publicHost = new URL(publicUrl).host

  function isCrossSite({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders) {
    if (site === 'same-origin' || site === 'none') return false
    // Another port or a sibling subdomain counts as same-site, but isn't ours.
    if (site !== undefined && site !== 'same-site') return true
    if (origin === undefined) return false
    const from = URL.canParse(origin) ? new URL(origin).host : undefined
    // A proxy may forward the request under a different host name than the public one.
    return from === undefined || (from !== host && from !== publicHost)
  }

  return ({ method, headers, routeOptions: { config } }: FastifyRequest) => {
    if (safeMethods.has(method) || config.isCrossSiteAllowed || !isCrossSite(headers)) return
    throw new AppError('FORBIDDEN', 'Request blocked (cross-site)')
  }
}
