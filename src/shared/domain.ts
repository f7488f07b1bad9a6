import * as z from 'zod/mini'
import { domainChange } from './domain-forms.ts'
import { done, type Endpoint, ok } from './endpoint.ts'

const domainStates = ['pending', 'verified', 'missing', 'lapsed', 'paused'] as const
export type DomainState = (typeof domainStates)[number]

const domainProblems = ['RECORD_MISSING', 'RECORD_WRONG', 'DNS_UNAVAILABLE'] as const
export type DomainProblem = (typeof domainProblems)[number]

const recordOf = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), name: z.string(), value: z.string() })

const domain = z.object({
  host: z.string(),
  /**
   * Galleries are served while the state is `verified` or `missing`, which means that the TXT record is gone. After the
   * grace period, the domain is `lapsed` and free for others. It's `paused` while the plan doesn't include it.
   */
  state: z.enum(domainStates),
  /** Proves that the domain is yours. */
  record: recordOf('TXT'),
  /** Sends visitors here. */
  cname: recordOf('CNAME'),
  problem: z.nullable(z.enum(domainProblems)),
  verifiedAt: z.nullable(z.string()),
  lastCheckedAt: z.nullable(z.string()),
  missingSince: z.nullable(z.string()),
  lapsesAt: z.nullable(z.string()),
})
export type Domain = z.infer<typeof domain>

const tags = ['Studio'] as const

export const getDomain = {
  method: 'GET',
  url: '/api/auth/domain',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Get your domain', tags, response: { 200: ok(z.nullable(domain)) } },
} as const satisfies Endpoint

export const setDomain = {
  method: 'PUT',
  url: '/api/auth/domain',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Choose a domain. It replaces another one right away.',
    tags,
    body: domainChange,
    response: { 200: ok(domain) },
  },
} as const satisfies Endpoint

export const verifyDomain = {
  method: 'POST',
  url: '/api/auth/domain/verify',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Look up the DNS record of your domain', tags, response: { 200: ok(domain) } },
} as const satisfies Endpoint

export const deleteDomain = {
  method: 'DELETE',
  url: '/api/auth/domain',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Remove your domain', tags, response: { 200: done } },
} as const satisfies Endpoint

export const askDomain = {
  method: 'GET',
  url: '/api/domains/ask',
  config: { session: 'none', keyScope: 'never' },
  schema: {
    summary: 'Whether a host is a domain of an account, for proxies that request certificates on demand',
    tags,
    querystring: z.object({ domain: z.optional(z.string()) }),
    response: { 200: done },
  },
} as const satisfies Endpoint
