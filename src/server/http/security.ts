import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '#shared/pages.ts'

export type SecurityHeaders = Record<string, string>

type Options = { isHttps: boolean; isDevelopment: boolean; webDir: string }

/**
 * The headers of pages. In production, scripts load only from our own files, except for those that the build inlines
 * into index.html.
 */
export function securityHeaders({ isHttps, isDevelopment, webDir }: Options): SecurityHeaders {
  const policy = {
    'default-src': "'self'",
    // In development, Vite injects inline scripts.
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

/** Returns the content hashes of the inline scripts, so that no others can run. */
function scriptsOfShell(webDir: string): string[] {
  const shell = join(webDir, 'index.html')
  if (!existsSync(shell)) return []
  const scripts = readFileSync(shell, 'utf8').matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)
  return Array.from(scripts, ([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`)
}

/** Recipients open these pages from other sites. With COOP, the browser would have to start a new process first. */
const openedFromElsewhere: ReadonlySet<string> = new Set([pages.gallery, pages.image])

/**
 * For responses that aren't pages. Inline styles are allowed, because browsers use them to lay out an image that's
 * opened directly.
 */
const dataPolicy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export function headersOfRoute(headers: SecurityHeaders, route = ''): SecurityHeaders {
  const { 'cross-origin-opener-policy': _opener, 'x-frame-options': frames, ...others } = headers
  // Data has no opener, and the policy's frame-ancestors already forbids framing.
  const dataHeaders = { ...others, 'content-security-policy': dataPolicy }
  // Other sites fetch preview images, and email programs logos.
  if (route.startsWith('/media/') || route.startsWith('/logos/'))
    return { ...dataHeaders, 'cross-origin-resource-policy': 'cross-origin' }
  // The API docs are a page despite their /api/ prefix.
  if (route.startsWith('/api/docs')) return { ...headers, 'cache-control': 'no-store' }
  if (route.startsWith('/api/')) return { ...dataHeaders, 'cache-control': 'no-store' }
  return openedFromElsewhere.has(route) ? { ...others, 'x-frame-options': frames as string } : headers
}

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
