import * as z from 'zod/mini'
import { code } from './account-forms.ts'
import { signedIn } from './accounts.ts'
import { type Endpoint, ok } from './endpoint.ts'
import { passwordLength, tokenMaxLength } from './limits.ts'
import { confirmed, identity } from './sign-in.ts'
import { secretText, yesOrNo } from './text.ts'
import { browserTimeZone } from './time-zones.ts'

const purpose = z.enum(['connect', 'reauthenticate'], 'Purpose must be connect or reauthenticate')
export type OidcPurpose = z.infer<typeof purpose>

/** Reasons in the URL after someone comes back from the provider without a code. */
const oidcErrors = ['denied', 'failed', 'unverified', 'closed'] as const
export type OidcError = (typeof oidcErrors)[number]

const tags = ['Sign-in'] as const

export const startOidc = {
  method: 'POST',
  url: '/api/auth/oidc/start',
  config: { session: 'optional', keyScope: 'never' },
  schema: {
    summary: 'Get the URL of the OpenID Connect provider to log in, to connect your account, or to confirm it’s you',
    tags,
    body: z.optional(z.object({ rememberMe: z.optional(yesOrNo('Remember me')), purpose: z.optional(purpose) })),
    response: { 200: ok(z.object({ url: z.string() })) },
  },
} as const satisfies Endpoint

export const finishOidc = {
  method: 'GET',
  url: '/api/auth/oidc/callback',
  config: { session: 'none', keyScope: 'never' },
  schema: {
    summary: 'The provider sends browsers here; redirects to a page, with a code or an error',
    tags,
    response: { 303: z.void() },
  },
} as const satisfies Endpoint

const oidcCode = z.object({
  code: z.string('Code is required').check(z.maxLength(tokenMaxLength, "This code isn't valid")),
  /** Of the account that already has the provider's email address. */
  password: z.optional(secretText('Password', passwordLength.max)),
  secondFactorCode: z.optional(code),
  timeZone: browserTimeZone,
})
export type OidcCode = z.infer<typeof oidcCode>

export const exchangeOidcCode = {
  method: 'POST',
  url: '/api/auth/oidc/token',
  config: { session: 'optional', keyScope: 'never', guessEvent: 'login_failed' },
  schema: {
    summary: 'Use the code from the redirect to log in, or for what the flow was started for',
    tags,
    body: oidcCode,
    response: { 200: z.union([signedIn, ok(z.object({ identity })), ok(confirmed)]) },
  },
} as const satisfies Endpoint
