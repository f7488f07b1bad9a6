import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { newFollower } from './follower-forms.ts'
import { byLinkId, byLinkSlug } from './links.ts'

const following = z.object({
  /** Whether they have said that they want the mails. */
  isConfirmed: z.boolean(),
  email: z.string(),
  /** null where the gallery is closed to them now. */
  link: z.nullable(
    z.object({
      slug: z.string(),
      title: z.string(),
      /** Only where the gallery is open to all. */
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

/** At the address that stands in the mail: opening it changes nothing, for scanners open every address. */
export const confirmFollowing = {
  method: 'POST',
  url: '/follow/:token',
  config: { session: 'none' },
  schema: { summary: 'Follow the gallery', tags, params: byToken, response: { 200: ok(following) } },
} as const satisfies Endpoint

/** As mail programs call it for whoever presses their button (RFC 8058): without a session, a cookie or an origin. */
export const unfollowLink = {
  method: 'POST',
  url: '/follow/:token/leave',
  config: { session: 'none', isCrossSiteAllowed: true },
  schema: {
    summary: 'No longer follow the gallery; the address is forgotten',
    tags,
    params: byToken,
    response: { 200: done },
  },
} as const satisfies Endpoint
