import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { newFollower } from './follower-forms.ts'
import { byLinkId, byLinkSlug } from './links.ts'

const following = z.object({
  isConfirmed: z.boolean(),
  email: z.string(),
  /** Null if the follower no longer has access to the gallery. */
  link: z.nullable(
    z.object({
      slug: z.string(),
      title: z.string(),
      /** Null if there's no cover or the gallery isn't open to everyone. */
      coverUrl: z.nullable(z.string()),
    }),
  ),
})
export type Following = z.infer<typeof following>

const byToken = z.object({ token: z.string() })
const tags = ['Followers'] as const

export const followLink = {
  method: 'POST',
  url: '/api/links/slug/:slug/follow',
  config: { session: 'optional', keyScope: 'never', isOnDomains: true },
  schema: {
    summary: 'Follow a gallery; sends an email with a confirmation link',
    tags,
    params: byLinkSlug,
    body: newFollower,
    response: { 202: done },
  },
} as const satisfies Endpoint

export const countFollowers = {
  method: 'GET',
  url: '/api/links/:id/followers',
  config: { session: 'required', keyScope: 'read' },
  schema: {
    summary: 'Count the followers of your link; their email addresses stay private',
    tags,
    params: byLinkId,
    response: { 200: ok(z.object({ count: z.number() })) },
  },
} as const satisfies Endpoint

export const getFollowing = {
  method: 'GET',
  url: '/api/follow/:token',
  config: { session: 'none', keyScope: 'never', isOnDomains: true },
  schema: {
    summary: 'Get the gallery that an email link refers to',
    tags,
    params: byToken,
    response: { 200: ok(following) },
  },
} as const satisfies Endpoint

/** This isn't a GET, because email scanners open every link. */
export const confirmFollowing = {
  method: 'POST',
  url: '/follow/:token',
  config: { session: 'none', keyScope: 'never', isOnDomains: true },
  schema: { summary: 'Confirm following a gallery', tags, params: byToken, response: { 200: ok(following) } },
} as const satisfies Endpoint

/** The unsubscribe button of email clients calls this (RFC 8058), without a session, cookie or origin. */
export const unfollowLink = {
  method: 'POST',
  url: '/follow/:token/leave',
  config: { session: 'none', keyScope: 'never', isCrossSiteAllowed: true, isOnDomains: true },
  schema: {
    summary: 'Unfollow a gallery and delete the email address',
    tags,
    params: byToken,
    response: { 200: done },
  },
} as const satisfies Endpoint
