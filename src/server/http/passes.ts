import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { passCookie, passHeader, previewAsHeader } from '#shared/passes.ts'

const maxAgeSeconds = 30 * 24 * 60 * 60
const maxHeld = 20

const aToken = /^[a-z][\w-]{43}$/

/**
 * Browsers accept the __Host- prefix only from our own host over HTTPS, so a sibling subdomain can't overwrite this
 * cookie.
 */
const hostCookie = `__Host-${passCookie}`

// The plain name is used without HTTPS. Older versions always used it, and their cookies last up to a month.
const cookieNames = [hostCookie, passCookie].map((name) => `${name}=`)

const none: readonly string[] = []

/** Returns the request's passes: the API client's header first, then the browser's cookie, newest first. */
export function passTokensOf({ cookie, [passHeader]: given }: IncomingHttpHeaders): readonly string[] {
  if (cookie === undefined && given === undefined) return none
  const tokens = [...(typeof given === 'string' ? [given] : none), ...heldIn(cookie)]
  return tokens.filter((token) => aToken.test(token)).slice(0, maxHeld)
}

function heldIn(cookie: string | undefined): readonly string[] {
  if (cookie === undefined) return none
  const pairs = cookie.split('; ')
  for (const name of cookieNames) {
    const held = pairs.find((pair) => pair.startsWith(name))
    if (held !== undefined) return held.slice(name.length).split('.')
  }
  return none
}

type CallingRequest = Pick<FastifyRequest, 'viewer' | 'headers' | 'method' | 'domain'>

/** Throws if an owner who previews the gallery as a guest tries to change anything. */
export function callerOf({ viewer, headers, method, domain }: CallingRequest): Caller {
  const passTokens = passTokensOf(headers)
  if (domain) return { viewer: undefined, passTokens, domain }
  const previewAs = headers[previewAsHeader]
  if (!viewer || typeof previewAs !== 'string') return { viewer, passTokens }
  if (method !== 'GET' && method !== 'HEAD') throw previewIsReadOnly()
  return { viewer, passTokens, previewAs }
}

const previewIsReadOnly = () => new AppError('FORBIDDEN', "You're previewing as a guest. You can't change anything.")

/** Stores passes in an HttpOnly cookie. From other sites, browsers send it only when a visitor follows a link. */
export function createPassCookies({ isHttps }: { isHttps: boolean }) {
  const name = isHttps ? hostCookie : passCookie
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  const cookieOf = (tokens: readonly string[]) => ({ 'set-cookie': `${name}=${tokens.join('.')}; ${attributes}` })
  return {
    set: (reply: FastifyReply, tokens: readonly string[]) => reply.headers(cookieOf(tokens)),
    /**
     * Returns the header that extends the cookie by another month. Passes in the header belong to API clients, so no
     * cookie is set.
     */
    renewed: (headers: IncomingHttpHeaders) =>
      headers[passHeader] === undefined ? cookieOf(passTokensOf(headers)) : {},
  }
}
export type PassCookies = ReturnType<typeof createPassCookies>
