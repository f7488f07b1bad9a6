import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { proofOfIdentity } from './sign-in-forms.ts'

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
