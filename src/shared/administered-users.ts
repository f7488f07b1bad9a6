import * as z from 'zod/mini'
import { setLimits, userChange } from './administration-forms.ts'
import { done, type Endpoint, ok, okList } from './endpoint.ts'
import { searchMaxLength } from './limits.ts'
import { plan, planId } from './subscriptions.ts'
import { optionalText } from './text.ts'

const usage = z.object({ links: z.number(), images: z.number(), bytes: z.number() })

const userInList = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  isAdmin: z.boolean(),
  isConfirmed: z.boolean(),
  isDisabled: z.boolean(),
  /** The plan in effect. */
  plan: planId,
  usage,
  /** The latest use of an open session. Null if there are none. */
  lastSeenAt: z.nullable(z.iso.datetime()),
})
export type UserInList = z.infer<typeof userInList>

const administeredUser = z.extend(userInList, {
  ...setLimits,
  /** Set by an administrator. If null, the user has the plan they bought, or the default plan. */
  grantedPlan: z.nullable(planId),
  /** Includes the limits set for this account. */
  planDetails: plan,
  /** Excludes the limits set for this account. */
  planLimits: z.object({
    name: z.string(),
    linkLimit: z.nullable(z.number()),
    imageLimit: z.nullable(z.number()),
    storageLimitGb: z.nullable(z.number()),
  }),
  currentPeriodEnd: z.nullable(z.iso.datetime()),
  disabledAt: z.nullable(z.iso.datetime()),
  disabledReason: z.nullable(z.string()),
  /** Whether logging in takes a code from an authenticator app. */
  hasSecondFactor: z.boolean(),
  devices: z.array(z.object({ device: z.string(), lastSeenAt: z.iso.datetime() })),
})
export type AdministeredUser = z.infer<typeof administeredUser>

const byId = z.object({ id: z.string() })
const tags = ['Administration'] as const

export const listUsers = {
  method: 'GET',
  url: '/api/admin/users',
  config: { session: 'required', keyScope: 'never', isExpensive: true },
  schema: {
    summary: 'List users, newest first; filter by part of a name or email address',
    tags,
    querystring: z.object({
      search: z.optional(optionalText('Search', searchMaxLength)),
      cursor: z.optional(z.string()),
    }),
    response: { 200: okList(userInList) },
  },
} as const satisfies Endpoint

export const getUser = {
  method: 'GET',
  url: '/api/admin/users/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Get a user', tags, params: byId, response: { 200: ok(administeredUser) } },
} as const satisfies Endpoint

export const updateUser = {
  method: 'PUT',
  url: '/api/admin/users/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Set a user's plan and limits, or disable or enable the account",
    tags,
    params: byId,
    body: userChange,
    response: { 200: ok(administeredUser) },
  },
} as const satisfies Endpoint

export const deleteUser = {
  method: 'DELETE',
  url: '/api/admin/users/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Delete a user and everything in the account', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const sendResetEmail = {
  method: 'POST',
  url: '/api/admin/users/:id/reset',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Send a password reset email, or get a link to pass on if the server can't send email",
    tags,
    params: byId,
    response: {
      200: ok(
        z.object({
          message: z.string(),
          /** Only set if the server can't send email. */
          url: z.optional(z.string()),
          expiresAt: z.optional(z.iso.datetime()),
        }),
      ),
    },
  },
} as const satisfies Endpoint

export const turnOffSecondFactor = {
  method: 'DELETE',
  url: '/api/admin/users/:id/second-factor',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Turn off a user's codes from an authenticator app, if they've lost it",
    tags,
    params: byId,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const endUserSessions = {
  method: 'DELETE',
  url: '/api/admin/users/:id/sessions',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'End all sessions of a user', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint
