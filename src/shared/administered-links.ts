import * as z from 'zod/mini'
import { done, type Endpoint, ok, okList } from './endpoint.ts'
import { searchMaxLength } from './limits.ts'
import { newReport } from './report-forms.ts'
import { optionalText, yesOrNo } from './text.ts'

const owner = z.object({ _id: z.string(), name: z.string(), email: z.string() })

const administeredLink = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Null unless everyone can see the link. */
  coverUrl: z.nullable(z.string()),
  isListed: z.boolean(),
  imageCount: z.number(),
  views: z.number(),
  createdAt: z.iso.datetime(),
  owner,
})
export type AdministeredLink = z.infer<typeof administeredLink>

const report = z.object({
  _id: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  link: administeredLink,
})

const cursor = z.optional(z.string())
const byId = z.object({ id: z.string() })
const tags = ['Administration'] as const

export const listListedLinks = {
  method: 'GET',
  url: '/api/admin/links',
  config: { session: 'required', keyScope: 'never', isExpensive: true },
  schema: {
    summary: 'List publicly listed links, newest first; filter by part of the title',
    tags,
    querystring: z.object({ search: z.optional(optionalText('Search', searchMaxLength)), cursor }),
    response: { 200: okList(administeredLink) },
  },
} as const satisfies Endpoint

export const setListed = {
  method: 'PUT',
  url: '/api/admin/links/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'List a link publicly, or stop listing it',
    tags,
    params: byId,
    body: z.object({ isListed: yesOrNo('Listed') }),
    response: { 200: ok(administeredLink) },
  },
} as const satisfies Endpoint

export const listReports = {
  method: 'GET',
  url: '/api/admin/reports',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "List visitors' reports, newest first",
    tags,
    querystring: z.object({ cursor }),
    response: { 200: okList(report) },
  },
} as const satisfies Endpoint

export const closeReport = {
  method: 'DELETE',
  url: '/api/admin/reports/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Close a report', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const reportLink = {
  method: 'POST',
  url: '/api/links/slug/:slug/report',
  config: { session: 'optional', keyScope: 'never', isOnDomains: true },
  schema: {
    summary: 'Report a link to the administrators',
    tags: ['Links'],
    params: z.object({ slug: z.string().check(z.minLength(1, 'Invalid link: No slug provided')) }),
    body: newReport,
    response: { 201: done },
  },
} as const satisfies Endpoint
