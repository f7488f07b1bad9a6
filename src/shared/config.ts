import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'

export const paymentMode = z.enum(['stripe', 'test', 'off'])
export type PaymentMode = z.infer<typeof paymentMode>

export const registrationMode = z.enum(['open', 'invited', 'closed'])
export type RegistrationMode = z.infer<typeof registrationMode>

const config = z.object({
  supportEmail: z.string(),
  payments: paymentMode,
  registration: registrationMode,
  fileLimitMb: z.number(),
  /** false if emails are only saved to the outbox folder. */
  email: z.boolean(),
})
export type Config = z.infer<typeof config>

export const getConfig = {
  method: 'GET',
  url: '/api/config',
  config: { session: 'none' },
  schema: {
    summary: 'What the app needs to know about this installation',
    tags: ['Service'],
    response: { 200: ok(config) },
  },
} as const satisfies Endpoint

export const getHealth = {
  method: 'GET',
  url: '/api/health',
  config: { session: 'none' },
  schema: {
    summary: 'Whether database and storage answer; kept for a second',
    tags: ['Service'],
    response: {
      200: ok(z.object({ database: z.literal('ok'), storage: z.literal('ok'), disk: z.enum(['ok', 'low']) })),
    },
  },
} as const satisfies Endpoint

export const getLiveness = {
  method: 'GET',
  url: '/api/health/live',
  config: { session: 'none' },
  schema: {
    summary: 'Whether the process answers, whatever database and storage do, and since when it runs',
    tags: ['Service'],
    response: { 200: ok(z.object({ process: z.literal('ok'), startedAt: z.string() })) },
  },
} as const satisfies Endpoint
