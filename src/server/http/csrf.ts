import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { OwnDomain } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows calls by other servers and by email clients. Such a route must not rely on cookies. */
    isCrossSiteAllowed?: boolean
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers attach pass cookies automatically, so requests from other sites must not change anything. Browsers send
 * Sec-Fetch-Site, and older ones only Origin. Other clients send neither.
 */
export function createCsrfCheck(publicUrl: string) {
  const publicHost = new URL(publicUrl).host

  function isCrossSite({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders) {
    if (site === 'same-origin' || site === 'none') return false
    // Another port or a sibling subdomain counts as same-site, but isn't our origin.
    if (site !== undefined && site !== 'same-site') return true
    if (origin === undefined) return false
    const from = URL.canParse(origin) ? new URL(origin).host : undefined
    // A proxy may forward the request under a different host name than the public one.
    return from === undefined || (from !== host && from !== publicHost)
  }

  /** A domain and our own host never act on each other, whatever a browser says about the site. */
  const isFromElsewhere = ({ origin, host }: IncomingHttpHeaders, domain: OwnDomain) =>
    origin !== undefined && origin !== domain.origin && URL.parse(origin)?.host !== host?.toLowerCase()

  return ({ method, headers, domain, routeOptions: { config } }: FastifyRequest) => {
    if (safeMethods.has(method) || config.isCrossSiteAllowed) return
    if (!isCrossSite(headers) && !(domain && isFromElsewhere(headers, domain))) return
    throw new AppError('FORBIDDEN', 'Request blocked (cross-site)')
  }
}
