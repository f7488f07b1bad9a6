import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { newWebhook, webhookChange, webhookEvents } from './webhook-forms.ts'

const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** Null means all links. An empty list means none, because they've all been deleted. */
  links: z.nullable(z.array(z.string())),
  isActive: z.boolean(),
  /** A sentence, if the server turned the webhook off. */
  turnedOffBecause: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Webhook = z.infer<typeof webhook>

const webhookWithSecret = z.extend(webhook, { secret: z.string() })
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>

const delivery = z.object({
  _id: z.string(),
  event: z.enum(webhookEvents),
  createdAt: z.string(),
  attempts: z.number(),
  /** The last HTTP status. */
  status: z.nullable(z.number()),
  /** A sentence, if the last attempt failed. */
  error: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
})
export type Delivery = z.infer<typeof delivery>

const tags = ['Webhooks'] as const
const config = { session: 'required', keyScope: 'never' } as const
const byId = z.object({ id: z.string() })
const ofWebhook = z.object({ id: z.string(), deliveryId: z.string() })

export const listWebhooks = {
  method: 'GET',
  url: '/api/auth/webhooks',
  config,
  schema: { summary: 'List your webhooks, newest first', tags, response: { 200: ok(z.array(webhook)) } },
} as const satisfies Endpoint

export const createWebhook = {
  method: 'POST',
  url: '/api/auth/webhooks',
  config,
  schema: {
    summary: 'Create a webhook. Only this response contains its secret.',
    tags,
    body: newWebhook,
    response: { 201: ok(webhookWithSecret) },
  },
} as const satisfies Endpoint

export const updateWebhook = {
  method: 'PUT',
  url: '/api/auth/webhooks/:id',
  config,
  schema: {
    summary: 'Change a webhook, or turn it on or off',
    tags,
    params: byId,
    body: webhookChange,
    response: { 200: ok(webhook) },
  },
} as const satisfies Endpoint

export const deleteWebhook = {
  method: 'DELETE',
  url: '/api/auth/webhooks/:id',
  config,
  schema: { summary: 'Delete a webhook', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const testWebhook = {
  method: 'POST',
  url: '/api/auth/webhooks/:id/test',
  config,
  schema: { summary: 'Send a test message', tags, params: byId, response: { 202: done } },
} as const satisfies Endpoint

export const renewWebhookSecret = {
  method: 'POST',
  url: '/api/auth/webhooks/:id/secret',
  config,
  schema: {
    summary: 'Create a new secret. For 24 hours, messages are also signed with the one before.',
    tags,
    params: byId,
    response: { 200: ok(webhookWithSecret) },
  },
} as const satisfies Endpoint

export const listDeliveries = {
  method: 'GET',
  url: '/api/auth/webhooks/:id/deliveries',
  config,
  schema: {
    summary: "List a webhook's last messages, newest first",
    tags,
    params: byId,
    response: { 200: ok(z.array(delivery)) },
  },
} as const satisfies Endpoint

export const retryDelivery = {
  method: 'POST',
  url: '/api/auth/webhooks/:id/deliveries/:deliveryId/retry',
  config,
  schema: { summary: 'Send a message again', tags, params: ofWebhook, response: { 202: done } },
} as const satisfies Endpoint
