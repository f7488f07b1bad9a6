import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What other sites' servers or mail programs call, and what no cookie decides. */
    isCrossSiteAllowed?: boolean
  }
}

const readsOnly: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers send a pass with whatever asks for it, so no other site may make them change anything. They say where a call comes
 * from; older ones name its origin. Programs say neither.
 */
export function createCsrfCheck(publicUrl: string) {
  const publicHost = new URL(publicUrl).host

  function isFromOtherSite({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders) {
    if (site === 'same-origin' || site === 'none') return false
    // Another port or a sibling subdomain is the same site, but not ours.
    if (site !== undefined && site !== 'same-site') return true
    if (origin === undefined) return false
    const from = URL.canParse(origin) ? new URL(origin).host : undefined
    // A proxy may pass the request on under another name than people know it by.
    return from === undefined || (from !== host && from !== publicHost)
  }

  return ({ method, headers, routeOptions: { config } }: FastifyRequest) => {
    if (readsOnly.has(method) || config.isCrossSiteAllowed || !isFromOtherSite(headers)) return
    throw new AppError('FORBIDDEN', 'This was sent from another site')
  }
}
