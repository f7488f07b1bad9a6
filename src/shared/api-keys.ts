import * as z from 'zod/mini'
import { apiKeyChange, keyScopes, newApiKey } from './api-key-forms.ts'
import { done, type Endpoint, ok } from './endpoint.ts'

const scopes = z.array(z.enum(keyScopes))
/** Null means all links. An empty list means none, because they've all been deleted. */
const links = z.nullable(z.array(z.string()))

const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  scopes,
  links,
  expiresAt: z.nullable(z.string()),
  isExpired: z.boolean(),
  createdAt: z.string(),
  lastUsedOn: z.nullable(z.string()),
  /** The last four characters. */
  hint: z.string(),
})
export type ApiKey = z.infer<typeof apiKey>

const createdApiKey = z.extend(apiKey, { key: z.string() })
export type CreatedApiKey = z.infer<typeof createdApiKey>

const currentApiKey = z.object({
  ...z.pick(apiKey, { _id: true, name: true, scopes: true, links: true, expiresAt: true }).shape,
  owner: z.object({ name: z.string() }),
})
export type CurrentApiKey = z.infer<typeof currentApiKey>

const tags = ['API keys'] as const
const byId = z.object({ id: z.string() })

export const listApiKeys = {
  method: 'GET',
  url: '/api/auth/keys',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'List your API keys, newest first', tags, response: { 200: ok(z.array(apiKey)) } },
} as const satisfies Endpoint

export const createApiKey = {
  method: 'POST',
  url: '/api/auth/keys',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Create an API key. Only this response contains it.',
    tags,
    body: newApiKey,
    response: { 201: ok(createdApiKey) },
  },
} as const satisfies Endpoint

export const getCurrentApiKey = {
  method: 'GET',
  url: '/api/auth/keys/current',
  config: { session: 'required', keyScope: 'any' },
  schema: {
    summary: 'Get the API key that this call is made with',
    tags,
    response: { 200: ok(currentApiKey) },
  },
} as const satisfies Endpoint

export const updateApiKey = {
  method: 'PUT',
  url: '/api/auth/keys/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Rename an API key',
    tags,
    params: byId,
    body: apiKeyChange,
    response: { 200: ok(apiKey) },
  },
} as const satisfies Endpoint

export const revokeApiKey = {
  method: 'DELETE',
  url: '/api/auth/keys/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Revoke an API key', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint
