import * as z from 'zod/mini'
import { done, type Endpoint, ok, okList } from './endpoint.ts'
import { deletion, imageOrder } from './image-forms.ts'
import { image, myRole } from './images.ts'
import { searchMaxLength } from './limits.ts'
import { askGuestName, linkChange, moreTimeRequest, newLink, responseFields } from './link-forms.ts'
import { cursor, limit } from './paging.ts'
import { sectionDays, sectionOrder } from './section-forms.ts'
import { section } from './sections.ts'
import { shownStudio } from './studio.ts'
import { optionalText } from './text.ts'

const link = z.object({
  _id: z.string(),
  ...responseFields,
  myRole,
  /** Only set for the owner. */
  hasPassword: z.optional(z.boolean()),
  /** The number of images that need approval. Only set for the owner and editors. */
  uploadsWaiting: z.optional(z.number()),
  /** How many images have their watermark. Only set for the owner and editors. */
  watermarkProgress: z.optional(z.object({ done: z.number(), total: z.number() })),
  /** Null if this visitor can't add images. Not set for the owner and collaborators. */
  adding: z.optional(
    z.nullable(z.object({ needsApproval: z.boolean(), askName: askGuestName, closesAt: z.nullable(z.iso.datetime()) })),
  ),
  isExpired: z.boolean(),
  views: z.number(),
  imageCount: z.number(),
  coverImage: z.nullable(image),
  images: z.array(image),
  /** In order. Only set in responses with all images. Visitors don't get sections without images. */
  sections: z.optional(z.array(section)),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  user: z.string(),
  /** The name that visitors see, which can be empty. */
  owner: z.object({ name: z.string() }),
  /** True if the page shows 'Shared with Framelight'. */
  branded: z.boolean(),
  /** The owner's branding, or null. */
  studio: z.nullable(shownStudio),
  /** The URL to share, on the owner's domain if they have one. */
  shareUrl: z.string(),
  /** What happened since the owner last read their activity. Only set in the owner's list, and only if there's news. */
  news: z.optional(
    z.object({
      comments: z.number(),
      /** The people who sent favorites. The latest one is first, and their name can be empty. */
      favorites: z.array(z.object({ name: z.string(), count: z.number() })),
    }),
  ),
})
export type Link = z.infer<typeof link>
export type LinkNews = NonNullable<Link['news']>

const linkSort = z.enum(['newest', 'oldest', 'title-asc', 'title-desc', 'most-views', 'most-images'])
export type LinkSort = z.infer<typeof linkSort>

/** The referring host. Invalid values are ignored, so the visit still counts. */
const referrer = z.catch(z.string().check(z.maxLength(253)), '')

export const byLinkId = z.object({ id: z.string().check(z.minLength(1, 'Invalid link: No ID provided')) })
export const byLinkSlug = z.object({ slug: z.string().check(z.minLength(1, 'Invalid link: No slug provided')) })
const tags = ['Links'] as const

export const listLinks = {
  method: 'GET',
  url: '/api/links',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: {
    summary: 'List your links',
    tags,
    querystring: z.object({
      search: z.optional(optionalText('Search', searchMaxLength)),
      sort: z._default(linkSort, 'newest'),
      cursor,
      limit,
    }),
    response: { 200: okList(link) },
  },
} as const satisfies Endpoint

export const listPublicLinks = {
  method: 'GET',
  url: '/api/links/public',
  config: { session: 'optional', keyScope: 'read', isAcrossLinks: true, isExpensive: true },
  schema: {
    summary: "List publicly listed links that haven't expired, newest first",
    tags,
    querystring: z.object({ cursor, limit }),
    response: { 200: okList(link) },
  },
} as const satisfies Endpoint

export const listSharedLinks = {
  method: 'GET',
  url: '/api/links/shared',
  config: { session: 'required', keyScope: 'never', isAcrossLinks: true, isExpensive: true },
  schema: {
    summary: 'List the links of other people that you can work on, newest first',
    tags,
    querystring: z.object({ cursor, limit }),
    response: { 200: okList(link) },
  },
} as const satisfies Endpoint

export const getLink = {
  method: 'GET',
  url: '/api/links/:id',
  config: { session: 'optional', keyScope: 'read', isExpensive: true },
  schema: { summary: 'Get a link by id', tags, params: byLinkId, response: { 200: ok(link) } },
} as const satisfies Endpoint

export const getLinkBySlug = {
  method: 'GET',
  url: '/api/links/slug/:slug',
  config: { session: 'optional', keyScope: 'read', isOnDomains: true },
  schema: {
    summary: 'Get a link by slug; an old slug returns 301',
    tags,
    params: byLinkSlug,
    querystring: z.object({ ref: z.optional(referrer) }),
    response: { 200: ok(link) },
  },
} as const satisfies Endpoint

export const createLink = {
  method: 'POST',
  url: '/api/links',
  config: { session: 'required', keyScope: 'manage', isAcrossLinks: true },
  schema: {
    summary: 'Create a link. With the same Idempotency-Key header, returns the first one.',
    tags,
    body: newLink,
    response: { 200: ok(link), 201: ok(link) },
  },
} as const satisfies Endpoint

export const updateLink = {
  method: 'PUT',
  url: '/api/links/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: { summary: 'Update a link', tags, params: byLinkId, body: linkChange, response: { 200: ok(link) } },
} as const satisfies Endpoint

export const orderImages = {
  method: 'PUT',
  url: '/api/links/:id/order',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Reorder the images',
    tags,
    params: byLinkId,
    body: imageOrder,
    response: { 200: ok(link) },
  },
} as const satisfies Endpoint

export const orderSections = {
  method: 'PUT',
  url: '/api/links/:id/sections/order',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Reorder the sections',
    tags: ['Sections'],
    params: byLinkId,
    body: sectionOrder,
    response: { 200: ok(link) },
  },
} as const satisfies Endpoint

export const addSectionsByDay = {
  method: 'POST',
  url: '/api/links/:id/sections/by-day',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Sort images without a section into one section per day taken',
    tags: ['Sections'],
    params: byLinkId,
    body: sectionDays,
    response: { 200: ok(link) },
  },
} as const satisfies Endpoint

export const countVisit = {
  method: 'POST',
  url: '/api/links/slug/:slug/visit',
  config: { session: 'optional', keyScope: 'read', isOnDomains: true },
  schema: {
    summary: 'Count a visit to a server-rendered page',
    tags,
    params: byLinkSlug,
    body: z.object({ ref: z.optional(referrer) }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export const askForMoreTime = {
  method: 'POST',
  url: '/api/links/slug/:slug/ask',
  config: { session: 'optional', keyScope: 'never', isOnDomains: true },
  schema: {
    summary: 'Ask the owner of an expired link for more time; for any other link, responds like the slug call',
    tags,
    params: byLinkSlug,
    body: moreTimeRequest,
    response: { 200: ok(link), 202: done },
  },
} as const satisfies Endpoint

export const deleteLink = {
  method: 'DELETE',
  url: '/api/links/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Delete a link and its images. They can be restored from the trash, unless forever is true.',
    tags,
    params: byLinkId,
    querystring: deletion,
    response: { 200: done },
  },
} as const satisfies Endpoint
