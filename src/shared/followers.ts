import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { newFollower } from './follower-forms.ts'
import { byLinkId, byLinkSlug } from './links.ts'

const following = z.object({
  isConfirmed: z.boolean(),
  email: z.string(),
  /** null if they no longer have access to the gallery. */
  link: z.nullable(
    z.object({
      slug: z.string(),
      title: z.string(),
      /** Only for galleries that are open to everyone. */
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
  config: { session: 'optional' },
  schema: {
    summary: 'Ask to be told of new pictures; a mail with an address to confirm it goes out',
    tags,
    params: byLinkSlug,
    body: newFollower,
    response: { 202: done },
  },
} as const satisfies Endpoint

export const countFollowers = {
  method: 'GET',
  url: '/api/links/:id/followers',
  config: { session: 'required' },
  schema: {
    summary: "How many follow one's link; their addresses are told to nobody",
    tags,
    params: byLinkId,
    response: { 200: ok(z.object({ count: z.number() })) },
  },
} as const satisfies Endpoint

export const getFollowing = {
  method: 'GET',
  url: '/api/follow/:token',
  config: { session: 'none' },
  schema: { summary: 'What an address in a mail is about', tags, params: byToken, response: { 200: ok(following) } },
} as const satisfies Endpoint

/** Not a GET, because email scanners open every link. */
export const confirmFollowing = {
  method: 'POST',
  url: '/follow/:token',
  config: { session: 'none' },
  schema: { summary: 'Follow the gallery', tags, params: byToken, response: { 200: ok(following) } },
} as const satisfies Endpoint

/** Email programs call this from their unsubscribe button (RFC 8058): without a session, cookie or origin. */
export const unfollowLink = {
  method: 'POST',
  url: '/follow/:token/leave',
  config: { session: 'none', isForOtherSites: true },
  schema: {
    summary: 'No longer follow the gallery; the address is forgotten',
    tags,
    params: byToken,
    response: { 200: done },
  },
} as const satisfies Endpoint
