import * as z from 'zod/mini'
import { newComment } from './comment-forms.ts'
import { done, type Endpoint, ok } from './endpoint.ts'

const comment = z.object({
  _id: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  user: z.object({ _id: z.string(), name: z.string() }),
})
export type Comment = z.infer<typeof comment>

const ofImage = z.object({ imageId: z.string() })
const ofComment = z.object({ id: z.string() })
const tags = ['Comments'] as const

export const listComments = {
  method: 'GET',
  url: '/api/comments/image/:imageId',
  config: { session: 'optional' },
  schema: {
    summary: "An image's comments, oldest first",
    tags,
    params: ofImage,
    response: { 200: ok(z.array(comment)) },
  },
} as const satisfies Endpoint

export const createComment = {
  method: 'POST',
  url: '/api/comments/image/:imageId',
  config: { session: 'required', signIn: 'Please login to add a comment' },
  schema: { summary: 'Comment on an image', tags, params: ofImage, body: newComment, response: { 201: ok(comment) } },
} as const satisfies Endpoint

export const updateComment = {
  method: 'PUT',
  url: '/api/comments/:id',
  config: { session: 'required' },
  schema: {
    summary: "Change one's own comment",
    tags,
    params: ofComment,
    body: newComment,
    response: { 200: ok(comment) },
  },
} as const satisfies Endpoint

export const deleteComment = {
  method: 'DELETE',
  url: '/api/comments/:id',
  config: { session: 'required' },
  schema: {
    summary: "Delete one's own comment, or any on one's own link",
    tags,
    params: ofComment,
    response: { 200: done },
  },
} as const satisfies Endpoint
