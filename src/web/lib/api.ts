import type * as z from 'zod/mini'
import { getMe, login, logout } from '#shared/accounts.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorCode, Failure } from '#shared/errors.ts'
import { previewAsHeader } from '#shared/passes.ts'
import { readStored, store } from './storage.ts'

export const tokenKey = 'authToken'

/** The invitation in this page's address: its owner wants to see the gallery as whoever was invited sees it. */
export function previewAs() {
  const invitation = new URLSearchParams(window.location.search).get('as')
  return invitation && readStored(tokenKey) !== null ? invitation : undefined
}

/** Their 401 answers what was asked; of every other call it means that the session is over. */
const callsAboutTheSession: ReadonlySet<string> = new Set([login.url, logout.url, getMe.url])

type Nothing = Record<never, never>
type Part<E extends Endpoint, Slot extends 'params' | 'body'> =
  E['schema'] extends Record<Slot, infer S extends z.core.$ZodType> ? { [K in Slot]: z.input<S> } : unknown
type Query<E extends Endpoint> = E['schema'] extends { querystring: infer S extends z.core.$ZodType }
  ? Nothing extends z.input<S>
    ? { query?: z.input<S> }
    : { query: z.input<S> }
  : unknown

/** `keepalive`: it is to arrive even though the page is being left. */
type Sending = { signal?: AbortSignal; keepalive?: boolean }

/** What the endpoint's schemas ask for; a query that may be empty may be left out. */
type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'body'> & Query<E> & Sending
type Rest<E extends Endpoint> = Nothing extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type Answer<E extends Endpoint> = z.output<E['schema']['response'][keyof E['schema']['response'] & number]>
type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
} & Sending

/** A call that failed, with a sentence for a person. Status 0: the server was not reached at all. */
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
  message: 'The server could not be reached. Check your connection and try again.',
} as const
const unreadable = {
  code: 'UNREADABLE',
  message: 'The server gave an answer that makes no sense. Try again in a moment.',
} as const

export function urlOf(url: string, { params = {}, query = {} }: AnyInput) {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Makes one call of the API and answers with what the server sent, typed by the endpoint's schema. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Rest<E>): Promise<Answer<E>> {
  const { method, url } = endpoint
  const sent = (input ?? {}) as AnyInput
  const token = readStored(tokenKey)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  const invitation = previewAs()
  if (invitation) headers[previewAsHeader] = invitation
  if (sent.body !== undefined) headers['content-type'] = 'application/json'

  const response = await fetch(urlOf(url, sent), {
    method,
    headers,
    body: JSON.stringify(sent.body) ?? null,
    signal: sent.signal ?? null,
    keepalive: sent.keepalive ?? false,
  }).catch(() => {
    throw toApiError(0, undefined)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return answer as Answer<E>

  if (response.status === 401 && !callsAboutTheSession.has(url)) expireSession(token)
  throw toApiError(response.status, answer)
}

/** Ends the session that a token was refused for. One that has begun since is left alone. */
export function expireSession(token: string | null) {
  if (readStored(tokenKey) !== token) return
  store(tokenKey, null)
  window.dispatchEvent(new Event('auth-expired'))
}

/** A failed call as an error with a sentence, whatever came back: `message` and `error` carry it, with a code or without. */
export function toApiError(status: number, answer: unknown) {
  if (status === 0) return new ApiError(0, unreachable)
  if (typeof answer !== 'object' || answer === null) return new ApiError(status, unreadable)
  const { message, error, code = 'UNKNOWN', fields, data } = answer as Partial<Failure>
  const sentence = [message, error].find((text) => typeof text === 'string' && text.trim() !== '')
  return new ApiError(status, sentence === undefined ? unreadable : { code, message: sentence, fields, data })
}
