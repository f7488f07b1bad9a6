import * as z from 'zod/mini'
import { imageChoice, message, sentChoice } from './choice-forms.ts'
import { done, type Endpoint, ok, okList } from './endpoint.ts'
import { byLinkId, byLinkSlug } from './links.ts'
import { cursor, limit } from './paging.ts'

/** A sent choice is locked until the owner reopens it. */
const state = z.enum(['open', 'sent'])

/** Keyed by image ID. */
const notes = z.record(z.string(), z.string())

const ownChoice = z.object({
  /** In gallery order. */
  imageIds: z.array(z.string()),
  notes,
  limit: z.nullable(z.number()),
  state,
  /** When the choice was last sent. If it's set on an open choice, the owner has reopened that choice. */
  sentAt: z.nullable(z.iso.datetime()),
  askedAt: z.nullable(z.iso.datetime()),
  /** Empty if the visitor's name is unknown. */
  name: z.string(),
  /** Set if this call created a pass. Only API clients need it, because browsers get a cookie. */
  pass: z.optional(z.string()),
})
export type OwnChoice = z.infer<typeof ownChoice>

const choice = z.object({
  _id: z.string(),
  /** `name` can be empty. `invitation` is an ID. */
  guest: z.object({ name: z.string(), email: z.nullable(z.string()), invitation: z.nullable(z.string()) }),
  state,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
  askedAt: z.nullable(z.iso.datetime()),
  message: z.string(),
  imageIds: z.array(z.string()),
  notes,
})
export type Choice = z.infer<typeof choice>

const byId = z.object({ id: z.string() })
const ofOne = z.object({ choice: z.optional(z.string('Choice must be an id')) })
const tags = ['Choices'] as const

export const getChoice = {
  method: 'GET',
  url: '/api/links/slug/:slug/choice',
  config: { session: 'optional', keyScope: 'read', isOnDomains: true },
  schema: { summary: 'Get your favorites', tags, params: byLinkSlug, response: { 200: ok(ownChoice) } },
} as const satisfies Endpoint

export const chooseImage = {
  method: 'PUT',
  url: '/api/images/:id/choice',
  config: { session: 'optional', keyScope: 'manage', isOnDomains: true },
  schema: {
    summary: 'Add a favorite with a note, or remove it; the first one creates a pass',
    tags,
    params: byId,
    body: imageChoice,
    response: { 200: ok(ownChoice) },
  },
} as const satisfies Endpoint

export const sendChoice = {
  method: 'POST',
  url: '/api/links/slug/:slug/choice/send',
  config: { session: 'optional', keyScope: 'manage', isOnDomains: true },
  schema: {
    summary: 'Send your favorites to the owner and lock them',
    tags,
    params: byLinkSlug,
    body: sentChoice,
    response: { 200: ok(ownChoice) },
  },
} as const satisfies Endpoint

export const askToReopen = {
  method: 'POST',
  url: '/api/links/slug/:slug/choice/ask',
  config: { session: 'optional', keyScope: 'manage', isOnDomains: true },
  schema: {
    summary: 'Ask the owner to reopen sent favorites; up to three times a day',
    tags,
    params: byLinkSlug,
    body: z.object({ message }),
    response: { 202: done },
  },
} as const satisfies Endpoint

export const listChoices = {
  method: 'GET',
  url: '/api/links/:id/choices',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: {
    summary: "List everyone's favorites for a link, newest first",
    tags,
    params: byLinkId,
    querystring: z.object({ cursor, limit }),
    response: { 200: okList(choice) },
  },
} as const satisfies Endpoint

export const reopenChoice = {
  method: 'POST',
  url: '/api/choices/:id/reopen',
  config: { session: 'required', keyScope: 'manage' },
  schema: { summary: 'Reopen sent favorites', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const deleteChoice = {
  method: 'DELETE',
  url: '/api/choices/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: { summary: "Delete someone's favorites", tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

const file = (summary: string) => ({ summary, tags, response: {} }) as const

export const getChoiceCsv = {
  method: 'GET',
  url: '/api/choices/:id.csv',
  config: { session: 'required', keyScope: 'read' },
  schema: { ...file('Favorites as CSV: fileName, title, note'), params: byId },
} as const satisfies Endpoint

export const getChoiceNames = {
  method: 'GET',
  url: '/api/choices/:id.txt',
  config: { session: 'required', keyScope: 'read' },
  schema: { ...file('Favorites as one line of file names, for searching in photo software'), params: byId },
} as const satisfies Endpoint

export const getChoicesCsv = {
  method: 'GET',
  url: '/api/links/:id/choices.csv',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: { ...file("Everyone's favorites, or one person's, as CSV"), params: byLinkId, querystring: ofOne },
} as const satisfies Endpoint

export const getChoicesNames = {
  method: 'GET',
  url: '/api/links/:id/choices.txt',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: {
    ...file("Everyone's favorites, or one person's, as one line of file names"),
    params: byLinkId,
    querystring: ofOne,
  },
} as const satisfies Endpoint
