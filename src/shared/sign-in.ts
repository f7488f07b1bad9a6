import * as z from 'zod/mini'
import { code } from './account-forms.ts'
import { signedIn } from './accounts.ts'
import { done, type Endpoint, ok } from './endpoint.ts'
import { newEmail, passkeyLogin, passkeyName, passkeyResponse, proofOfIdentity } from './sign-in-forms.ts'

const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedOn: z.nullable(z.iso.date()),
  /** Whether the device's maker backs it up and syncs it to other devices. */
  isSynced: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

/** An account at the OpenID Connect provider. */
export const identity = z.object({
  _id: z.string(),
  /** The provider's. */
  name: z.string(),
  /** As the provider last sent it. */
  email: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
})
export type Identity = z.infer<typeof identity>

const signIn = z.object({
  hasPassword: z.boolean(),
  passkeys: z.array(passkey),
  secondFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() }),
  identities: z.array(identity),
  /** A new email address that hasn't been confirmed yet. */
  pendingEmail: z.nullable(z.string()),
  /** False if the server wants you to confirm it's you before you change any of this. */
  isRecent: z.boolean(),
})
export type SignIn = z.infer<typeof signIn>

export const confirmed = z.object({ confirmedUntil: z.iso.datetime() })

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
/** Pass them to the browser's passkey API. */
const passkeyOptions = z.record(z.string(), z.unknown())
const byId = z.object({ id: z.string() })

const tags = ['Sign-in'] as const

export const getSignIn = {
  method: 'GET',
  url: '/api/auth/sign-in',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'List your ways to log in', tags, response: { 200: ok(signIn) } },
} as const satisfies Endpoint

export const reauthenticate = {
  method: 'POST',
  url: '/api/auth/reauthenticate',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Confirm it's you, with your password (and a code) or a passkey",
    tags,
    body: proofOfIdentity,
    response: { 200: ok(confirmed) },
  },
} as const satisfies Endpoint

export const requestEmailChange = {
  method: 'POST',
  url: '/api/auth/email',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Request a new email address. It changes once the link in the email to it is confirmed',
    tags,
    body: newEmail,
    response: { 202: done },
  },
} as const satisfies Endpoint

export const cancelEmailChange = {
  method: 'DELETE',
  url: '/api/auth/email',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Cancel the request for a new email address', tags, response: { 200: done } },
} as const satisfies Endpoint

export const deadEmailChange =
  'This link has been used, replaced or is more than 24 hours old. Request a new one in your account.'

export const confirmEmailChange = {
  method: 'POST',
  url: '/api/auth/email/confirm/:token',
  config: { session: 'none', keyScope: 'never', unreadable: deadEmailChange },
  schema: {
    summary: 'Change the email address with the token from the email and end all sessions',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export const startSecondFactor = {
  method: 'POST',
  url: '/api/auth/second-factor',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Get a secret for an authenticator app, valid for 15 minutes',
    tags,
    response: { 200: ok(z.object({ secret: z.string(), uri: z.string() })) },
  },
} as const satisfies Endpoint

export const confirmSecondFactor = {
  method: 'POST',
  url: '/api/auth/second-factor/confirm',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Turn on codes from an authenticator app, get recovery codes and end all other sessions',
    tags,
    body: z.object({ code }),
    response: { 200: ok(recoveryCodes) },
  },
} as const satisfies Endpoint

export const renewRecoveryCodes = {
  method: 'POST',
  url: '/api/auth/second-factor/recovery-codes',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Replace your recovery codes', tags, response: { 200: ok(recoveryCodes) } },
} as const satisfies Endpoint

export const stopSecondFactor = {
  method: 'DELETE',
  url: '/api/auth/second-factor',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Turn off codes from an authenticator app', tags, response: { 200: done } },
} as const satisfies Endpoint

export const getPasskeyCreationOptions = {
  method: 'POST',
  url: '/api/auth/passkeys/options',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Get WebAuthn options for a new passkey', tags, response: { 200: ok(passkeyOptions) } },
} as const satisfies Endpoint

export const addPasskey = {
  method: 'POST',
  url: '/api/auth/passkeys',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Add a passkey with the browser's registration response",
    tags,
    body: z.extend(passkeyName, { response: passkeyResponse }),
    response: { 201: ok(passkey) },
  },
} as const satisfies Endpoint

export const renamePasskey = {
  method: 'PUT',
  url: '/api/auth/passkeys/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Rename a passkey', tags, params: byId, body: passkeyName, response: { 200: ok(passkey) } },
} as const satisfies Endpoint

export const removePasskey = {
  method: 'DELETE',
  url: '/api/auth/passkeys/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Remove a passkey', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const getPasskeyLoginOptions = {
  method: 'POST',
  url: '/api/auth/passkeys/login/options',
  config: { session: 'none', keyScope: 'never' },
  schema: {
    summary: 'Get WebAuthn options for logging in with any passkey of this site',
    tags,
    response: { 200: ok(passkeyOptions) },
  },
} as const satisfies Endpoint

export const loginWithPasskey = {
  method: 'POST',
  url: '/api/auth/passkeys/login',
  config: { session: 'none', keyScope: 'never', guessEvent: 'login_failed' },
  schema: {
    summary: "Log in with the browser's response for a passkey",
    tags,
    body: passkeyLogin,
    response: { 200: signedIn },
  },
} as const satisfies Endpoint

export const removeIdentity = {
  method: 'DELETE',
  url: '/api/auth/identities/:identityId',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Disconnect your account from the provider',
    tags,
    params: z.object({ identityId: z.string() }),
    response: { 200: done },
  },
} as const satisfies Endpoint
