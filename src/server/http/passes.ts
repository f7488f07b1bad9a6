import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, passLetters } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { passCookie, passHeader, previewAsHeader } from '#shared/passes.ts'

const maxAgeSeconds = 30 * 24 * 60 * 60
const maxHeld = 20

const aToken = /^[a-z][\w-]{43}$/

/** Browsers accept this name only from our own origin over https, so that no sibling subdomain can plant a pass. */
const hostCookie = `__Host-${passCookie}`

// The plain name is what browsers hold without https, and until a month after an update from a version without the other.
const cookieNames = [hostCookie, passCookie].map((name) => `${name}=`)

const none: readonly string[] = []

/** The passes that came with a request: a program's one first, then the browser's, the newest first. */
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

/** Whether somebody may be shown more or less than everybody, also where a link is open to all. */
export const holdsInvitation = (headers: IncomingHttpHeaders) =>
  passTokensOf(headers).some((token) => token.startsWith(passLetters.invitation))

/** Who calls, signed in or not, with their passes. Whoever looks through the eyes of another changes nothing meanwhile. */
export function callerOf({ viewer, headers, method }: Pick<FastifyRequest, 'viewer' | 'headers' | 'method'>): Caller {
  const passTokens = passTokensOf(headers)
  const previewAs = headers[previewAsHeader]
  if (!viewer || typeof previewAs !== 'string') return { viewer, passTokens }
  if (method !== 'GET' && method !== 'HEAD') throw onlyLooking()
  return { viewer, passTokens, previewAs }
}

const onlyLooking = () =>
  new AppError('FORBIDDEN', 'You see this as somebody whom you invited does. Nothing can be changed from there.')

/** Gives passes to a browser. No script of any page can read them, and no other site's calls carry them. */
export function createPassCookies({ isHttps }: { isHttps: boolean }) {
  const name = isHttps ? hostCookie : passCookie
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  const set = (reply: FastifyReply, tokens: readonly string[]) =>
    reply.header('set-cookie', `${name}=${tokens.join('.')}; ${attributes}`)
  return {
    set,
    /** For another month. What a program sends for itself is no browser's. */
    renew({ headers }: FastifyRequest, reply: FastifyReply) {
      if (headers[passHeader] === undefined) set(reply, passTokensOf(headers))
    },
  }
}
export type PassCookies = ReturnType<typeof createPassCookies>
