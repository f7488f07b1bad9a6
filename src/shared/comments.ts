import * as z from 'zod/mini'
import { newComment } from './comment-forms.ts'
import { done, type Endpoint, ok, okList } from './endpoint.ts'
import { cursor, limit } from './paging.ts'

/** Either `user` or `guest` is set. */
const comment = z.object({
  _id: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  user: z.optional(z.object({ _id: z.string(), name: z.string() })),
  guest: z.optional(z.object({ name: z.string() })),
  /** Only the author and the link's owner see a waiting comment. */
  state: z.enum(['shown', 'waiting']),
  /** Only set on a guest's own comments. Users can compare the author's ID. */
  isOwn: z.optional(z.boolean()),
})
export type Comment = z.infer<typeof comment>

const ofImage = z.object({ imageId: z.string() })
const ofComment = z.object({ id: z.string() })
const tags = ['Comments'] as const

export const listComments = {
  method: 'GET',
  url: '/api/comments/image/:imageId',
  config: { session: 'optional', keyScope: 'read', isOnDomains: true },
  schema: {
    summary: "List an image's latest comments, oldest first; the cursor leads to earlier ones",
    tags,
    params: ofImage,
    querystring: z.object({ cursor, limit }),
    response: { 200: okList(comment) },
  },
} as const satisfies Endpoint

export const createComment = {
  method: 'POST',
  url: '/api/comments/image/:imageId',
  config: { session: 'optional', keyScope: 'manage', isOnDomains: true },
  schema: {
    summary:
      'Comment on an image. Guests, where allowed, send a name instead of a session; their first comment returns a pass and sets it as a cookie',
    tags,
    params: ofImage,
    body: newComment,
    response: { 201: ok(z.extend(comment, { pass: z.optional(z.string()) })) },
  },
} as const satisfies Endpoint

export const updateComment = {
  method: 'PUT',
  url: '/api/comments/:id',
  config: { session: 'optional', keyScope: 'manage', isOnDomains: true },
  schema: {
    summary: 'Edit your comment',
    tags,
    params: ofComment,
    body: newComment,
    response: { 200: ok(comment) },
  },
} as const satisfies Endpoint

export const approveComment = {
  method: 'POST',
  url: '/api/comments/:id/approve',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: "Approve a guest's comment on your link",
    tags,
    params: ofComment,
    response: { 200: ok(comment) },
  },
} as const satisfies Endpoint

export const deleteComment = {
  method: 'DELETE',
  url: '/api/comments/:id',
  config: { session: 'optional', keyScope: 'manage', isOnDomains: true },
  schema: {
    summary: 'Delete your comment, or any comment on your link',
    tags,
    params: ofComment,
    response: { 200: done },
  },
} as const satisfies Endpoint
