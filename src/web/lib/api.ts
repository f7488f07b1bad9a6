import type * as z from 'zod/mini'
import { getMe, login, logout } from '#shared/accounts.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorCode, Failure } from '#shared/errors.ts'
import { previewAsHeader } from '#shared/passes.ts'
import { readStored, store } from './storage.ts'

export const tokenKey = 'authToken'

/** Returns the invitation ID from `?as=`, which is set while a logged-in owner previews a gallery as a guest. */
export function previewAs() {
  const invitation = new URLSearchParams(window.location.search).get('as')
  return invitation && readStored(tokenKey) !== null ? invitation : undefined
}

/** The callers of these endpoints handle a 401 themselves. */
const sessionCalls: ReadonlySet<string> = new Set([
  login.url,
  logout.url,
  getMe.url,
  // The pages that have these calls load them later.
  '/api/auth/passkeys/login',
  '/api/auth/oidc/token',
])

type Nothing = Record<never, never>
type Part<E extends Endpoint, Slot extends 'params' | 'body'> =
  E['schema'] extends Record<Slot, infer S extends z.core.$ZodType> ? { [K in Slot]: z.input<S> } : unknown
type Query<E extends Endpoint> = E['schema'] extends { querystring: infer S extends z.core.$ZodType }
  ? Nothing extends z.input<S>
    ? { query?: z.input<S> }
    : { query: z.input<S> }
  : unknown

/** With `keepalive`, the request outlives the page. `form` is for endpoints that take a file. */
type FetchOptions = { signal?: AbortSignal; keepalive?: boolean; form?: FormData }

type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'body'> & Query<E> & FetchOptions
type Rest<E extends Endpoint> = Nothing extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type Answer<E extends Endpoint> = z.output<E['schema']['response'][keyof E['schema']['response'] & number]>
type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
} & FetchOptions

/** `message` is written for the user. Status 0 means the server couldn't be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'UNREACHABLE' | 'UNREADABLE' | 'UNKNOWN'
  readonly fields: Record<string, string>
  readonly data: unknown

  constructor(
    status: number,
    failure: {
      code: ApiError['code']
      message: string
      fields?: Record<string, string> | undefined
      data?: unknown
    },
  ) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.data = failure.data
  }
}

const unreachable = {
  code: 'UNREACHABLE',
  message: "Couldn't reach the server. Check your connection and try again.",
} as const
const unreadable = {
  code: 'UNREADABLE',
  message: 'Something went wrong. Try again in a moment.',
} as const

export function urlOf(url: string, { params = {}, query = {} }: AnyInput) {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? path : `${path}?${search}`
}

export async function call<E extends Endpoint>(endpoint: E, ...rest: Rest<E>): Promise<Answer<E>> {
  const { method, url } = endpoint
  const sent = (rest[0] ?? {}) as AnyInput
  const token = readStored(tokenKey)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  const invitation = previewAs()
  if (invitation) headers[previewAsHeader] = invitation
  if (sent.body !== undefined) headers['content-type'] = 'application/json'

  const response = await fetch(urlOf(url, sent), {
    method,
    headers,
    body: sent.form ?? JSON.stringify(sent.body) ?? null,
    signal: sent.signal ?? null,
    keepalive: sent.keepalive ?? false,
  }).catch(() => {
    throw toApiError(0, undefined)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return answer as Answer<E>

  if (response.status === 401 && !sessionCalls.has(url)) expireSession(token)
  const error = toApiError(response.status, answer)
  if (error.code === 'REAUTHENTICATION_REQUIRED' && (await reauthentication.ask?.())) return call(endpoint, ...rest)
  throw error
}

/** Pages that can confirm it's you set `ask`. If it returns true, the call is repeated. */
export const reauthentication: { ask?: (() => Promise<boolean>) | undefined } = {}

/** Ends the session that this token belongs to, unless a new session has started since. */
export function expireSession(token: string | null) {
  if (readStored(tokenKey) !== token) return
  store(tokenKey, null)
  window.dispatchEvent(new Event('auth-expired'))
}

/** Accepts the text as `message` or `error`, with or without a code. */
export function toApiError(status: number, answer: unknown) {
  if (status === 0) return new ApiError(0, unreachable)
  if (typeof answer !== 'object' || answer === null) return new ApiError(status, unreadable)
  const { message, error, code = 'UNKNOWN', fields, data } = answer as Partial<Failure>
  const sentence = [message, error].find((text) => typeof text === 'string' && text.trim() !== '')
  return new ApiError(status, sentence === undefined ? unreadable : { code, message: sentence, fields, data })
}
