import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'

const totals = z.object({ visits: z.number(), visitors: z.number(), imageViews: z.number(), downloads: z.number() })
const day = z.object({
  date: z.string(),
  visits: z.number(),
  visitors: z.number(),
  imageViews: z.number(),
  downloads: z.number(),
})
const topImage = z.object({ _id: z.string(), title: z.string(), thumbnailUrl: z.string(), views: z.number() })

const analytics = z.object({
  totals,
  previous: totals,
  leftOut: z.object({ bots: z.number(), owner: z.number(), repeats: z.number() }),
  days: z.optional(z.array(day)),
  images: z.optional(z.array(topImage)),
  referrers: z.optional(z.array(z.object({ host: z.string(), visits: z.number() }))),
  devices: z.optional(z.array(z.object({ kind: z.string(), visits: z.number() }))),
})
export type Analytics = z.infer<typeof analytics>

const period = z.object({ days: z.optional(z.coerce.number()), tz: z.optional(z.string()) })
const byId = z.object({ id: z.string() })
const tags = ['Analytics'] as const

export const getAnalytics = {
  method: 'GET',
  url: '/api/analytics',
  config: { session: 'required' },
  schema: { summary: 'All links', tags, querystring: period, response: { 200: ok(analytics) } },
} as const satisfies Endpoint

export const getLinkAnalytics = {
  method: 'GET',
  url: '/api/links/:id/analytics',
  config: { session: 'required' },
  schema: { summary: 'One link', tags, params: byId, querystring: period, response: { 200: ok(analytics) } },
} as const satisfies Endpoint
