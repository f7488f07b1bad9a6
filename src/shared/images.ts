import * as z from 'zod/mini'
import { commenting } from './comments.ts'
import { done, type Endpoint, ok } from './endpoint.ts'
import { bulkMaxSize, descriptionMaxLength, titleMaxLength } from './limits.ts'
import { optionalText } from './text.ts'

const rendition = z.object({ url: z.string(), width: z.number(), height: z.number() })

/** The point of a cover that must stay visible where it is cropped, from its top left. */
const coverFocus = z.object({ x: z.number(), y: z.number() })
export type CoverFocus = z.infer<typeof coverFocus>

const cameraText = z.nullable(z.string())
const camera = z.object({ make: cameraText, model: cameraText, lens: cameraText, exposure: cameraText })

export const image = z.object({
  _id: z.string(),
  thumbnailUrl: z.string(),
  imageUrl: z.string(),
  url: z.nullable(z.string()),
  renditions: z.array(rendition),
  /** The first frame in the same sizes, where the renditions move. */
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
  /** null where the link does not show it, or nothing is known. */
  camera: z.nullable(camera),
  views: z.number(),
  isCoverImage: z.boolean(),
  createdAt: z.iso.datetime(),
  link: z.object({ _id: z.string(), slug: z.string(), title: z.string() }),
  user: z.object({ _id: z.string(), name: z.string() }),
  /** As in its link; said where one image alone is asked for. */
  owner: z.optional(z.object({ name: z.string() })),
  comments: z.optional(commenting),
  holdGuestComments: z.optional(z.boolean()),
})
export type Image = z.infer<typeof image>

const title = optionalText('Title', titleMaxLength)
const description = optionalText('Description', descriptionMaxLength)

/** What comes beside the file; in a form everything is text. */
export const uploadFields = z.object({
  title: z._default(title, ''),
  description: z._default(description, ''),
  isCoverImage: z._default(z.enum(['true', 'false', 'on', ''], 'Cover must be true or false'), 'false'),
})
export type UploadFields = z.infer<typeof uploadFields>

const fraction = z
  .number('The point must be two numbers from 0 to 1')
  .check(z.minimum(0, 'The point must lie in the picture'), z.maximum(1, 'The point must lie in the picture'))
const focus = z.nullable(z.object({ x: fraction, y: fraction }, 'The point must be two numbers from 0 to 1'))

export const imageChange = z.partial(z.object({ title, description, coverFocus: focus }))
export type ImageChange = z.infer<typeof imageChange>

const anId = (sentence: string) => z.string(sentence).check(z.regex(/^[\w-]{1,100}$/, sentence))

const imageIds = z
  .array(anId('Images must be a list of ids'), 'Images must be a list of ids')
  .check(z.maxLength(bulkMaxSize, `At most ${bulkMaxSize} images at once`))

export const bulkAction = z.object({
  action: z.enum(['delete', 'move'], 'Action must be delete or move'),
  imageIds: imageIds.check(z.minLength(1, 'Choose at least one image')),
  linkId: z.optional(anId('Link must be an id')),
})
export type BulkAction = z.infer<typeof bulkAction>

export const imageOrder = z.object({ imageIds })

const byId = z.object({ id: z.string() })
const byLink = z.object({ linkId: z.string().check(z.minLength(1, 'Invalid link: No ID provided')) })
const tags = ['Images'] as const

export const listImages = {
  method: 'GET',
  url: '/api/links/:linkId/images',
  config: { session: 'optional', isExpensive: true },
  schema: { summary: "A link's images in gallery order", tags, params: byLink, response: { 200: ok(z.array(image)) } },
} as const satisfies Endpoint

export const uploadImage = {
  method: 'POST',
  url: '/api/links/:linkId/images',
  config: {
    session: 'required',
    signIn: 'Authentication token not found. Please login again.',
    isTokenInQueryAllowed: true,
    isUpload: true,
  },
  schema: {
    summary: 'Upload an image as multipart/form-data: image, title, description, isCoverImage',
    tags,
    params: byLink,
    response: { 200: ok(image), 201: ok(image) },
  },
} as const satisfies Endpoint

export const getImage = {
  method: 'GET',
  url: '/api/images/:id',
  config: { session: 'optional' },
  schema: { summary: 'An image; counts a view', tags, params: byId, response: { 200: ok(image) } },
} as const satisfies Endpoint

export const updateImage = {
  method: 'PUT',
  url: '/api/images/:id',
  config: { session: 'required' },
  schema: {
    summary: 'Change title, description and the point of a cover that stays visible (coverFocus)',
    tags,
    params: byId,
    body: imageChange,
    response: { 200: ok(image) },
  },
} as const satisfies Endpoint

export const setCover = {
  method: 'PUT',
  url: '/api/images/:id/set-cover',
  config: { session: 'required' },
  schema: { summary: "Make it its link's cover", tags, params: byId, response: { 200: ok(image) } },
} as const satisfies Endpoint

export const deleteImage = {
  method: 'DELETE',
  url: '/api/images/:id',
  config: { session: 'required' },
  schema: { summary: 'Delete an image', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const changeImages = {
  method: 'POST',
  url: '/api/images/bulk',
  config: { session: 'required' },
  schema: {
    summary: 'Delete or move many images, all or none',
    tags,
    body: bulkAction,
    response: { 200: ok(z.object({ done: z.number() })) },
  },
} as const satisfies Endpoint

export const countImageView = {
  method: 'POST',
  url: '/api/images/:id/view',
  config: { session: 'optional' },
  schema: { summary: 'Count a view', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const getOriginal = {
  method: 'GET',
  url: '/api/images/:id/original',
  config: { session: 'required' },
  schema: { summary: 'The file as it was uploaded, for its owner', tags, params: byId, response: {} },
} as const satisfies Endpoint
