import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { image } from './images.ts'

/** The upload protocol: https://tus.io/protocols/resumable-upload */
export const tusVersion = '1.0.0'

const byId = z.object({ id: z.string() })
const tags = ['Resumable uploads'] as const

export const getUploadOptions = {
  method: 'OPTIONS',
  url: '/api/uploads',
  config: { session: 'none', keyScope: 'upload', isOnDomains: true },
  schema: { summary: 'Get the tus versions, extensions and maximum size', tags, response: {} },
} as const satisfies Endpoint

export const createUpload = {
  method: 'POST',
  url: '/api/uploads',
  config: { session: 'optional', keyScope: 'upload', isOnDomains: true },
  schema: {
    summary:
      'Start a resumable upload (tus 1.0). Upload-Metadata has linkId for your own link, or slug, and filename. Guests can add name, owners title, description, isCoverImage and sectionId',
    tags,
    /** `pass` is set when this created a guest. API clients send it as X-Framelight-Pass. */
    response: {
      201: ok(z.object({ _id: z.string(), expiresAt: z.iso.datetime(), pass: z.optional(z.string()) })),
    },
  },
} as const satisfies Endpoint

export const headUpload = {
  method: 'HEAD',
  url: '/api/uploads/:id',
  config: { session: 'optional', keyScope: 'upload', isOnDomains: true },
  schema: {
    summary: 'Get Upload-Offset and, once the upload is finished, Framelight-Image',
    tags,
    params: byId,
    response: {},
  },
} as const satisfies Endpoint

export const appendToUpload = {
  method: 'PATCH',
  url: '/api/uploads/:id',
  config: { session: 'optional', keyScope: 'upload', isUpload: true, isOnDomains: true },
  schema: {
    summary: 'Send the bytes at Upload-Offset as application/offset+octet-stream',
    tags,
    params: byId,
    response: {},
  },
} as const satisfies Endpoint

const isRepeat = z.optional(z.literal(true))

export const getUpload = {
  method: 'GET',
  url: '/api/uploads/:id',
  config: { session: 'optional', keyScope: 'upload', isOnDomains: true },
  schema: {
    summary: "Get an upload's offset and, once it's finished, its image",
    tags,
    params: byId,
    response: {
      200: ok(
        z.object({
          offset: z.number(),
          length: z.number(),
          expiresAt: z.iso.datetime(),
          /** Null until the upload is finished. */
          image: z.nullable(z.extend(image, { isRepeat })),
          isRepeat,
        }),
      ),
    },
  },
} as const satisfies Endpoint

export const deleteUpload = {
  method: 'DELETE',
  url: '/api/uploads/:id',
  config: { session: 'optional', keyScope: 'upload', isOnDomains: true },
  schema: { summary: 'Cancel an upload and delete its parts', tags, params: byId, response: {} },
} as const satisfies Endpoint
