import * as z from 'zod/mini'
import { type Endpoint, ok, okList } from './endpoint.ts'
import { guestName } from './guest-upload-forms.ts'
import { image } from './images.ts'
import { bulkMaxSize } from './limits.ts'
import { byLinkId, byLinkSlug } from './links.ts'
import { cursor } from './paging.ts'
import { yesOrNo } from './text.ts'

const guest = z.object({
  _id: z.string(),
  /** Empty if they gave none. */
  name: z.string(),
  invitation: z.nullable(z.string()),
  isBlocked: z.boolean(),
  waiting: z.number(),
  shown: z.number(),
  createdAt: z.iso.datetime(),
  lastAddedAt: z.iso.datetime(),
})
export type Guest = z.infer<typeof guest>

const guestImage = z.extend(image, {
  fileSize: z.number(),
  /** Another image in the link with the same bytes. */
  sameAs: z.nullable(z.string()),
})
export type GuestImage = z.infer<typeof guestImage>

/** `isRepeat` is set if this guest had already added the same file. */
const addedImage = z.extend(image, { isRepeat: z.optional(z.literal(true)) })

const tags = ['Guest uploads'] as const

export const addGuestImage = {
  method: 'POST',
  url: '/api/links/slug/:slug/images',
  config: { session: 'optional', keyScope: 'upload', isUpload: true, isOnDomains: true },
  schema: {
    summary: 'Add an image as a guest, as multipart/form-data: image, name',
    tags,
    params: byLinkSlug,
    /** `pass` is set when this created a guest. API clients send it as X-Framelight-Pass. */
    response: {
      200: ok(addedImage),
      201: z.object({ success: z.literal(true), data: z.extend(addedImage, { pass: z.optional(z.string()) }) }),
    },
  },
} as const satisfies Endpoint

const myUploads = z.object({ images: z.array(image), name: z.string(), remaining: z.number() })
export type MyUploads = z.infer<typeof myUploads>

export const listMyUploads = {
  method: 'GET',
  url: '/api/links/slug/:slug/my-uploads',
  config: { session: 'optional', keyScope: 'read', isExpensive: true, isOnDomains: true },
  schema: {
    summary: 'List the images that you added as a guest, newest first',
    tags,
    params: byLinkSlug,
    response: { 200: ok(myUploads) },
  },
} as const satisfies Endpoint

export const listGuestUploads = {
  method: 'GET',
  url: '/api/links/:id/guest-uploads',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: {
    summary: 'List the images that guests added to your link, oldest first',
    tags,
    params: byLinkId,
    querystring: z.object({
      state: z._default(z.enum(['waiting', 'shown'], 'State must be waiting or shown'), 'waiting'),
      guest: z.optional(z.string()),
      cursor,
    }),
    response: {
      200: z.object({
        success: z.literal(true),
        data: z.array(guestImage),
        /** How many images need approval in total. */
        waiting: z.number(),
        nextCursor: z.optional(z.string()),
      }),
    },
  },
} as const satisfies Endpoint

/** Exactly one of these. `until` means everything that arrived up to then. */
const uploadDecision = z
  .object({
    imageIds: z.optional(
      z
        .array(z.string())
        .check(z.minLength(1, 'Choose at least one photo'), z.maxLength(bulkMaxSize, `Choose up to ${bulkMaxSize}`)),
    ),
    guestId: z.optional(z.string()),
    until: z.optional(z.iso.datetime({ offset: true, error: "The time isn't valid" })),
  })
  .check(
    z.refine((decision) => Object.values(decision).filter((value) => value !== undefined).length === 1, {
      error: 'Send exactly one of imageIds, guestId and until',
      path: ['imageIds'],
    }),
  )
export type UploadDecision = z.infer<typeof uploadDecision>

const decided = ok(z.object({ done: z.number(), skipped: z.number() }))

export const approveUploads = {
  method: 'POST',
  url: '/api/links/:id/guest-uploads/approve',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Show images in the gallery',
    tags,
    params: byLinkId,
    body: uploadDecision,
    response: { 200: decided },
  },
} as const satisfies Endpoint

export const rejectUploads = {
  method: 'POST',
  url: '/api/links/:id/guest-uploads/reject',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Delete images that need approval',
    tags,
    params: byLinkId,
    body: uploadDecision,
    response: { 200: decided },
  },
} as const satisfies Endpoint

export const listGuests = {
  method: 'GET',
  url: '/api/links/:id/guests',
  config: { session: 'required', keyScope: 'read' },
  schema: {
    summary: 'List the guests who added images to your link',
    tags,
    params: byLinkId,
    querystring: z.object({ cursor }),
    response: {
      200: okList(guest),
    },
  },
} as const satisfies Endpoint

export const updateGuest = {
  method: 'PUT',
  url: '/api/guests/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Block or rename a guest',
    tags,
    params: z.object({ id: z.string() }),
    body: z.partial(z.object({ isBlocked: yesOrNo('Blocked'), name: guestName })),
    response: { 200: ok(guest) },
  },
} as const satisfies Endpoint
