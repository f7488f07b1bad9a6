import { afterEach, beforeEach, expect, vi } from 'vitest'
import type * as z from 'zod/mini'
import { listActivity } from '#shared/activity.ts'
import { listCollaborations, listCollaborators } from '#shared/collaborators.ts'
import { getConfig } from '#shared/config.ts'
import { getDomain } from '#shared/domain.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type ErrorCode, statusOf } from '#shared/errors.ts'
import { listLinks, listSharedLinks } from '#shared/links.ts'
import { plans } from '#shared/plans.ts'
import { getSignIn } from '#shared/sign-in.ts'
import { getStudio } from '#shared/studio.ts'
import { getSubscription, listPlans } from '#shared/subscriptions.ts'
import { listWebhooks } from '#shared/webhooks.ts'
import { aConfig, aSignIn, aStudio, aSubscription } from './api-samples.ts'

type Body<E extends Endpoint> = z.output<E['schema']['response'][keyof E['schema']['response'] & number]>
type Call = { url: string; params: Record<string, string>; query: URLSearchParams; body: unknown }
type Answer<E extends Endpoint> =
  | Body<E>
  | Response
  | ((call: Call) => Body<E> | Response | Promise<Body<E> | Response>)

/** The connection fails before the server responds. */
export const unreachable = () => Promise.reject<never>(new TypeError('Failed to fetch'))
/** A response without a message that a person could read. */
export const unreadable = (status = 500) => new Response('Internal error', { status })
export const refusal = (code: ErrorCode, message: string, fields?: Record<string, string>) =>
  Response.json({ success: false, code, message, error: message, fields }, { status: statusOf[code] })

const patternOf = (url: string) => new RegExp(`^${url.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
const endpointKey = ({ method, url }: Endpoint) => `${method} ${url}`

/**
 * Replaces the network in tests of pages. Every call that a page makes needs an answer, except for those that most
 * pages make. A call without an answer fails the test.
 */
export function createFakeApi() {
  const answers = new Map<string, { endpoint: Endpoint; answer: Answer<Endpoint> }>()
  const calls: { key: string; call: Call }[] = []
  const unexpected: string[] = []

  function answer<E extends Endpoint>(endpoint: E, given: Answer<E>) {
    answers.set(endpointKey(endpoint), { endpoint, answer: given as Answer<Endpoint> })
  }

  async function fetchFake(address: string, { method = 'GET', body, signal }: RequestInit = {}) {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    for (const [key, { endpoint, answer }] of answers) {
      const match = endpoint.method === method && patternOf(endpoint.url).exec(pathname)
      if (!match) continue
      const call = {
        url: address,
        params: { ...match.groups },
        query: searchParams,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      }
      calls.push({ key, call })
      const given = await (typeof answer === 'function' ? answer(call) : answer)
      signal?.throwIfAborted()
      return given instanceof Response ? given.clone() : Response.json(given)
    }
    unexpected.push(`${method} ${address}`)
    return unreachable()
  }

  beforeEach(() => {
    // Pages of the previous test might have called the API until they were removed.
    vi.stubGlobal('fetch', fetchFake)
    answers.clear()
    calls.length = 0
    unexpected.length = 0
    answer(getConfig, { success: true, data: aConfig() })
    answer(listPlans, { success: true, data: Object.values(plans) })
    answer(listActivity, { success: true, data: [], unread: 0 })
    answer(listLinks, { success: true, data: [] })
    answer(listSharedLinks, { success: true, data: [] })
    answer(listCollaborations, { success: true, data: [] })
    answer(listCollaborators, { success: true, data: [], limit: 10 })
    answer(getDomain, { success: true, data: null })
    answer(getStudio, { success: true, data: aStudio() })
    answer(getSubscription, { success: true, data: aSubscription() })
    answer(getSignIn, { success: true, data: aSignIn() })
    answer(listWebhooks, { success: true, data: [] })
  })

  afterEach(() => expect(unexpected, 'calls without an answer').toEqual([]))

  return {
    answer,
    /** Answers with `given`, and returns a function that lets the answer through. */
    hold<E extends Endpoint>(endpoint: E, given: Body<E> | Response) {
      const { promise, resolve } = Promise.withResolvers<Body<E> | Response>()
      answer(endpoint, () => promise)
      return () => resolve(given)
    },
    calls: (endpoint: Endpoint) => calls.filter(({ key }) => key === endpointKey(endpoint)).map(({ call }) => call),
  }
}
