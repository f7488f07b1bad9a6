import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { timeZone } from './time-zones.ts'

/** `visitors` counts each person once per link and UTC day. Only Plus and Gold include it. */
const totals = z.object({
  visits: z.number(),
  visitors: z.optional(z.number()),
  imageViews: z.number(),
  downloads: z.number(),
})

const day = z.object({
  date: z.iso.date(),
  visits: z.number(),
  visitors: z.number(),
  imageViews: z.number(),
  downloads: z.number(),
})

const deviceKind = z.enum(['phone', 'tablet', 'computer', 'other'])
export type DeviceKind = z.infer<typeof deviceKind>

/** Fields that the plan doesn't include are omitted. */
const analytics = z.object({
  totals,
  /** The totals of the same number of days before this period. */
  previous: totals,
  /** Requests that weren't counted, each for only one reason. The order of precedence is bot, owner, repeat. */
  leftOut: z.object({ bots: z.number(), owner: z.number(), repeats: z.number() }),
  /** Sorted from oldest to newest, without gaps. */
  days: z.optional(z.array(day)),
  images: z.optional(
    z.array(z.object({ _id: z.string(), title: z.string(), thumbnailUrl: z.string(), views: z.number() })),
  ),
  /** Excludes visits without a known referrer. The host `other` combines all referrers that aren't listed. */
  referrers: z.optional(z.array(z.object({ host: z.string(), visits: z.number() }))),
  devices: z.optional(z.array(z.object({ kind: deviceKind, visits: z.number() }))),
  /** Sorted by visits, most first. */
  invitations: z.optional(
    z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        linkTitle: z.string(),
        visits: z.number(),
        imageViews: z.number(),
        downloads: z.number(),
      }),
    ),
  ),
})
export type Analytics = z.infer<typeof analytics>
export type AnalyticsDay = z.infer<typeof day>

const days = z.coerce
  .number('Days must be a number')
  .check(z.int('Days must be a whole number'), z.minimum(1, 'Days must be at least 1'))

/** The period ends today in the given time zone. The plan limits the number of days. */
const periodOf = (byDefault: number) => z.object({ days: z._default(days, byDefault), tz: z._default(timeZone, 'UTC') })
export type Period = z.infer<ReturnType<typeof periodOf>>

const byId = z.object({ id: z.string().check(z.minLength(1, 'Invalid link: No ID provided')) })
const tags = ['Analytics'] as const

export const getLinkAnalytics = {
  method: 'GET',
  url: '/api/links/:id/analytics',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: {
    summary: 'Get the analytics of a link',
    tags,
    params: byId,
    querystring: periodOf(30),
    response: { 200: ok(analytics) },
  },
} as const satisfies Endpoint

export const getAnalytics = {
  method: 'GET',
  url: '/api/analytics',
  config: { session: 'required', keyScope: 'read', isAcrossLinks: true, isExpensive: true },
  schema: {
    summary: 'Get the analytics of all your links',
    tags,
    querystring: periodOf(30),
    response: { 200: ok(analytics) },
  },
} as const satisfies Endpoint

export const getAnalyticsFile = {
  method: 'GET',
  url: '/api/links/:id/analytics.csv',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: {
    summary: 'Days and images of a link as CSV (Gold)',
    tags,
    params: byId,
    querystring: periodOf(365),
    response: {},
  },
} as const satisfies Endpoint
