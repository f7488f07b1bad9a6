import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'

/** The file of an export that describes all the others. */
export const manifestName = 'account.json'

const instant = z.iso.datetime()
const right = z.nullable(z.boolean())

const exportedComment = z.object({ name: z.string(), content: z.string(), createdAt: instant })

const exportedImage = z.object({
  _id: z.string(),
  /** Where the original lies in the ZIP. */
  file: z.string(),
  fileName: z.string(),
  title: z.string(),
  description: z.string(),
  takenAt: z.nullable(z.string()),
  isCover: z.boolean(),
  coverFocus: z.nullable(z.object({ x: z.number(), y: z.number() })),
  views: z.number(),
  createdAt: instant,
  comments: z.array(exportedComment),
})
export type ExportedImage = z.infer<typeof exportedImage>

const exportedInvitation = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  rights: z.object({ download: right, comment: right, choose: right }),
  expiresAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  visits: z.number(),
  views: z.number(),
  downloads: z.number(),
  createdAt: instant,
})

const exportedLink = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  isPrivate: z.boolean(),
  /** The password itself is known to nobody. */
  hasPassword: z.boolean(),
  isListed: z.boolean(),
  allowDownloads: z.boolean(),
  cameraDetails: z.boolean(),
  opening: z.enum(['wall', 'cover']),
  expiresAt: z.nullable(instant),
  views: z.number(),
  createdAt: instant,
  invitations: z.array(exportedInvitation),
  images: z.array(exportedImage),
})
export type ExportedLink = z.infer<typeof exportedLink>

/** Everything of an account. A later version that adds something stays readable: what is not known is left out. */
export const exportedAccount = z.object({
  format: z.literal('framelight-account'),
  version: z.literal(1),
  _id: z.string(),
  exportedAt: instant,
  account: z.object({ name: z.string(), galleryName: z.string(), email: z.string(), createdAt: instant }),
  links: z.array(exportedLink),
  /** One's own, at pictures of others. */
  comments: z.array(z.object({ content: z.string(), createdAt: instant })),
})
export type ExportedAccount = z.infer<typeof exportedAccount>

const tags = ['Accounts'] as const
/** What the account page says of the last one; its address is in the mail alone. */
const accountExport = z.object({ createdAt: instant, expiresAt: instant })

export const startExport = {
  method: 'POST',
  url: '/api/auth/export',
  config: { session: 'required' },
  schema: {
    summary: 'Ask for a ZIP with everything in the account: its address comes by mail and dies after seven days',
    tags,
    response: { 202: ok(accountExport) },
  },
} as const satisfies Endpoint

export const getExport = {
  method: 'GET',
  url: '/api/auth/export',
  config: { session: 'required' },
  schema: {
    summary: 'Until when the address of the last export is good; null where there is none',
    tags,
    response: { 200: ok(z.nullable(accountExport)) },
  },
} as const satisfies Endpoint

export const deadExport = 'This address is over: an export can be fetched for seven days. Ask for another one.'

export const downloadExport = {
  method: 'GET',
  url: '/api/exports/:token',
  config: { session: 'none', unreadable: deadExport },
  schema: {
    summary: 'The ZIP of an export, for whoever has its address',
    tags,
    params: z.object({ token: z.string() }),
    response: {},
  },
} as const satisfies Endpoint
