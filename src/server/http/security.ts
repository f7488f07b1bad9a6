import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '#shared/pages.ts'

export type SecurityHeaders = Record<string, string>

type Options = { isHttps: boolean; isDevelopment: boolean; webDir: string }

/**
 * Headers for every answer. Scripts come from our own files alone, but for the one that the build put into the shell; styles
 * may be inline, pictures may be data.
 */
export function securityHeaders({ isHttps, isDevelopment, webDir }: Options): SecurityHeaders {
  const policy = {
    'default-src': "'self'",
    // In development Vite puts its own small scripts into the page.
    'script-src': ["'self'", ...(isDevelopment ? ["'unsafe-inline'"] : scriptsOfShell(webDir))].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'connect-src': isDevelopment ? "'self' ws:" : "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** What is allowed is named by what is in it, so that nothing else can pass for it. */
function scriptsOfShell(webDir: string): string[] {
  const shell = join(webDir, 'index.html')
  if (!existsSync(shell)) return []
  const scripts = readFileSync(shell, 'utf8').matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)
  return Array.from(scripts, ([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`)
}

/** Recipients open these from elsewhere: isolating a page from its opener (COOP) makes the browser start a process first. */
const openedFromElsewhere: ReadonlySet<string> = new Set([pages.gallery, pages.image])

/**
 * Of what is no page: nothing in it is fetched. A picture that is opened by itself is laid out with styles of the browser's
 * own.
 */
const policyOfData = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** By the route, not by the address: the same route can be written in many ways. */
export function headersOfRoute(headers: SecurityHeaders, route = ''): SecurityHeaders {
  const { 'cross-origin-opener-policy': _opener, 'x-frame-options': frames, ...others } = headers
  // It has no opener, and its policy has said already that nothing is framed.
  const ofData = { ...others, 'content-security-policy': policyOfData }
  // Pictures for previews are fetched by other sites.
  if (route.startsWith('/media/')) return { ...ofData, 'cross-origin-resource-policy': 'cross-origin' }
  // The page that describes the API is a page for all that.
  if (route.startsWith('/api/docs')) return { ...headers, 'cache-control': 'no-store' }
  if (route.startsWith('/api/')) return { ...ofData, 'cache-control': 'no-store' }
  return openedFromElsewhere.has(route) ? { ...others, 'x-frame-options': frames as string } : headers
}

/** The same, made once for each route. */
export function headersByRoute(headers: SecurityHeaders) {
  const known = new Map<string | undefined, SecurityHeaders>()
  return (route: string | undefined) => {
    let found = known.get(route)
    if (!found) {
      found = headersOfRoute(headers, route)
      known.set(route, found)
    }
    return found
  }
}
