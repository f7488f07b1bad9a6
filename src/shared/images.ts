import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { bulkAction, deletion, imageChange, knownKeys } from './image-forms.ts'
import { choosing, commenting } from './link-forms.ts'

const rendition = z.object({ url: z.string(), width: z.number(), height: z.number() })

/** The point to keep visible when the cover is cropped, as fractions from the top left. */
const coverFocus = z.object({ x: z.number(), y: z.number() })
export type CoverFocus = z.infer<typeof coverFocus>

const cameraText = z.nullable(z.string())
const camera = z.object({ make: cameraText, model: cameraText, lens: cameraText, exposure: cameraText })

/** The viewer's role on a link. Absent for visitors. */
export const myRole = z.optional(z.enum(['owner', 'editor', 'uploader']))

const imageLink = z.object({ _id: z.string(), slug: z.string(), title: z.string() })

export const image = z.object({
  _id: z.string(),
  thumbnailUrl: z.string(),
  imageUrl: z.string(),
  url: z.nullable(z.string()),
  renditions: z.array(rendition),
  /** Set if `renditions` are animated. Shows the first frame in the sizes of `renditions`. */
  stills: z.optional(z.array(rendition)),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  coverFocus: z.nullable(coverFocus),
  isAnimated: z.boolean(),
  title: z.string(),
  description: z.string(),
  fileName: z.string(),
  takenAt: z.nullable(z.iso.datetime()),
  /** Null if unknown, or if the link doesn't show camera details. */
  camera: z.nullable(camera),
  views: z.number(),
  isCoverImage: z.boolean(),
  /** Null for images without a section. Not set if the link has no sections. */
  sectionId: z.optional(z.nullable(z.string())),
  createdAt: z.iso.datetime(),
  /** Images that need approval are `waiting`. Only the owner and the guest who added it can get one. */
  state: z.enum(['shown', 'waiting']),
  /** Null for the owner's own images. The name can be empty, and only the owner gets the guest's ID. */
  addedBy: z.nullable(z.object({ _id: z.optional(z.string()), name: z.string() })),
  /** Only set for the guest who added the image. */
  isOwn: z.optional(z.literal(true)),
  link: imageLink,
  user: z.object({ _id: z.string(), name: z.string() }),
  /**
   * This and the next fields come from the link. `comments` and `choosing` are the settings that apply to this visitor.
   * They're only set in single-image responses.
   */
  owner: z.optional(z.object({ name: z.string() })),
  comments: z.optional(commenting),
  holdGuestComments: z.optional(z.boolean()),
  choosing: z.optional(choosing),
  choiceLimit: z.optional(z.nullable(z.number())),
  myRole,
})
export type Image = z.infer<typeof image>

const byId = z.object({ id: z.string() })
const byLink = z.object({ linkId: z.string().check(z.minLength(1, 'Invalid link: No ID provided')) })
const tags = ['Images'] as const

export const listImages = {
  method: 'GET',
  url: '/api/links/:linkId/images',
  config: { session: 'optional', keyScope: 'read', isExpensive: true },
  schema: {
    summary: "List a link's images in gallery order",
    tags,
    params: byLink,
    response: { 200: ok(z.array(image)) },
  },
} as const satisfies Endpoint

export const uploadImage = {
  method: 'POST',
  url: '/api/links/:linkId/images',
  config: {
    session: 'required',
    keyScope: 'upload',
    signIn: 'Authentication token not found. Please login again.',
    isTokenInQueryAllowed: true,
    isUpload: true,
  },
  schema: {
    summary: 'Upload an image as multipart/form-data: image, title, description, isCoverImage, takenAt, sectionId',
    tags,
    params: byLink,
    response: { 200: ok(image), 201: ok(image) },
  },
} as const satisfies Endpoint

export const listKnownImages = {
  method: 'POST',
  url: '/api/links/:linkId/images/known',
  config: { session: 'required', keyScope: 'upload' },
  schema: {
    summary: 'Find the images that were uploaded with these idempotency keys',
    tags,
    params: byLink,
    body: knownKeys,
    response: {
      200: z.extend(ok(z.array(z.object({ key: z.string(), imageId: z.string() }))), {
        /** For keys that can only upload, which can't read the link. */
        link: imageLink,
      }),
    },
  },
} as const satisfies Endpoint

export const getImage = {
  method: 'GET',
  url: '/api/images/:id',
  config: { session: 'optional', keyScope: 'read', isOnDomains: true },
  schema: { summary: 'Get an image and count a view', tags, params: byId, response: { 200: ok(image) } },
} as const satisfies Endpoint

export const updateImage = {
  method: 'PUT',
  url: '/api/images/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Update title, description and the focal point of a cover (coverFocus)',
    tags,
    params: byId,
    body: imageChange,
    response: { 200: ok(image) },
  },
} as const satisfies Endpoint

export const setCover = {
  method: 'PUT',
  url: '/api/images/:id/set-cover',
  config: { session: 'required', keyScope: 'manage' },
  schema: { summary: "Set the image as its link's cover", tags, params: byId, response: { 200: ok(image) } },
} as const satisfies Endpoint

export const deleteImage = {
  method: 'DELETE',
  url: '/api/images/:id',
  config: { session: 'optional', keyScope: 'manage', isOnDomains: true },
  schema: {
    summary:
      'Delete an image. It can be restored from the trash, unless forever is true. Guests can take back what they added.',
    tags,
    params: byId,
    querystring: deletion,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const changeImages = {
  method: 'POST',
  url: '/api/images/bulk',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Delete, move, copy or file several images in a section, all or none',
    tags,
    body: bulkAction,
    /** `imageIds` are the copies, in the order of the request. */
    response: { 200: ok(z.object({ done: z.number(), imageIds: z.optional(z.array(z.string())) })) },
  },
} as const satisfies Endpoint

export const countImageView = {
  method: 'POST',
  url: '/api/images/:id/view',
  config: { session: 'optional', keyScope: 'read', isOnDomains: true },
  schema: { summary: 'Count a view', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const getOriginal = {
  method: 'GET',
  url: '/api/images/:id/original',
  config: { session: 'required', keyScope: 'read' },
  schema: { summary: 'Download the original file (owner only)', tags, params: byId, response: {} },
} as const satisfies Endpoint
