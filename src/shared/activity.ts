import * as z from 'zod/mini'
import { eventKinds, teamActs } from './activity-kinds.ts'
import { done, type Endpoint } from './endpoint.ts'
import { cursor } from './paging.ts'

const activityEvent = z.object({
  _id: z.string(),
  kind: z.enum(eventKinds),
  at: z.iso.datetime(),
  /** Null if someone who works on all links joined or left. */
  link: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  imageId: z.nullable(z.string()),
  commentId: z.nullable(z.string()),
  choiceId: z.nullable(z.string()),
  /** Empty if the visitor's name is unknown. */
  name: z.string(),
  /** The visitor's comment or message, or the expiry date of a link that's about to expire. Can be empty. */
  text: z.string(),
  /** True if the owner still has to make a decision. */
  isWaiting: z.boolean(),
  isRead: z.boolean(),
  /** How many images a guest added, or how often a collaborator did something. */
  count: z.optional(z.number()),
  /** What a collaborator did. */
  act: z.optional(z.enum(teamActs)),
  /** The image that the event is about, or the link's cover. */
  picture: z.nullable(z.object({ title: z.string(), thumbnailUrl: z.string() })),
  /** Set if someone sent favorites that still exist. Contains the first few thumbnails. */
  favorites: z.optional(z.object({ count: z.number(), thumbnailUrls: z.array(z.string()) })),
})
export type ActivityEvent = z.infer<typeof activityEvent>

const tags = ['Activity'] as const

export const listActivity = {
  method: 'GET',
  url: '/api/activity',
  config: { session: 'required', keyScope: 'read', isAcrossLinks: true, isExpensive: true },
  schema: {
    summary: 'List the activity on your links, newest first',
    tags,
    querystring: z.object({ cursor }),
    response: {
      200: z.object({
        success: z.literal(true),
        data: z.array(activityEvent),
        nextCursor: z.optional(z.string()),
        /** Capped at 1,000. */
        unread: z.number(),
      }),
    },
  },
} as const satisfies Endpoint

export const readActivity = {
  method: 'POST',
  url: '/api/activity/read',
  config: { session: 'required', keyScope: 'manage', isAcrossLinks: true },
  schema: {
    summary: 'Mark all activity as read, or only one kind on one link',
    tags,
    querystring: z.object({ link: z.optional(z.string()), kind: z.optional(z.enum(eventKinds)) }),
    response: { 200: done },
  },
} as const satisfies Endpoint
