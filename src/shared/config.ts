import * as z from 'zod/mini'
import { registrationModes } from './administration-forms.ts'
import { type Endpoint, ok } from './endpoint.ts'

export const paymentMode = z.enum(['stripe', 'test', 'off'])
export type PaymentMode = z.infer<typeof paymentMode>

export const registrationMode = z.enum(registrationModes)
export type RegistrationMode = z.infer<typeof registrationMode>

export const passwordLoginModes = ['on', 'off', 'admins'] as const
export type PasswordLogin = (typeof passwordLoginModes)[number]

const config = z.object({
  supportEmail: z.string(),
  payments: paymentMode,
  registration: registrationMode,
  fileLimitMb: z.number(),
  /** How long deleted links and images can be restored. 0 if there's no trash. */
  trashDays: z.number(),
  /** False if emails are only saved to the outbox folder. */
  email: z.boolean(),
  /** True if administrators decided to go without email and don't want to be reminded. */
  isEmailDeclined: z.boolean(),
  /** The OpenID Connect provider, if there is one. */
  oidc: z.optional(z.object({ name: z.string() })),
  /** Left out unless password login is limited. */
  passwordLogin: z.optional(z.enum(passwordLoginModes)),
})
export type Config = z.infer<typeof config>

export const getConfig = {
  method: 'GET',
  url: '/api/config',
  config: { session: 'none', keyScope: 'read', isOnDomains: true },
  schema: {
    summary: 'Get the public configuration of this server',
    tags: ['Service'],
    response: { 200: ok(config) },
  },
} as const satisfies Endpoint

export const getHealth = {
  method: 'GET',
  url: '/api/health',
  config: { session: 'none', keyScope: 'read' },
  schema: {
    summary: 'Check database and storage; cached for one second',
    tags: ['Service'],
    response: {
      200: ok(z.object({ database: z.literal('ok'), storage: z.literal('ok'), disk: z.enum(['ok', 'low']) })),
    },
  },
} as const satisfies Endpoint

export const getLiveness = {
  method: 'GET',
  url: '/api/health/live',
  config: { session: 'none', keyScope: 'read' },
  schema: {
    summary: 'Check that the process responds, whatever the state of the database and storage; returns when it started',
    tags: ['Service'],
    response: { 200: ok(z.object({ process: z.literal('ok'), startedAt: z.string() })) },
  },
} as const satisfies Endpoint
