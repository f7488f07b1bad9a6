import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { downloadMaxSize } from './limits.ts'
import { byLinkId, byLinkSlug } from './links.ts'
import { sectionId } from './section-forms.ts'

const tags = ['Links'] as const

const chosenImages = z.string('Images must be a list of ids').check(
  z.regex(/^[\w-]{1,100}(,[\w-]{1,100})*$/, 'Images must be a list of ids'),
  z.refine((text) => text.split(',').length <= downloadMaxSize, `At most ${downloadMaxSize} images at once`),
)

/** Selects everyone's favorites instead of a single choice. */
export const allChoices = 'all'
const ofChoice = z.optional(z.string('Choice must be an id').check(z.regex(/^[\w-]{1,100}$/, 'Choice must be an id')))

const ofSection = z.optional(sectionId('Section must be an id'))

const inAddress = z.optional(z.string("This URL isn't valid").check(z.maxLength(200, "This URL isn't valid")))

/** `web` is screen size, and `full` is the full resolution. */
const downloadSize = z._default(z.enum(['full', 'web'], 'Size must be full or web'), 'full')
export type DownloadSize = z.infer<typeof downloadSize>

export const downloadLink = {
  method: 'GET',
  url: '/api/links/slug/:slug/download',
  config: { session: 'optional', keyScope: 'read', isExpensive: true, isOnDomains: true },
  schema: {
    summary:
      'Download all images as a ZIP, or those of a section, or those listed in images, or (owner only) the favorites in choice (an id, or all); full size, or up to 1920 pixels (web)',
    tags,
    params: byLinkSlug,
    querystring: z.object({
      size: downloadSize,
      images: z.optional(chosenImages),
      choice: ofChoice,
      section: ofSection,
      session: inAddress,
      pass: inAddress,
      until: inAddress,
      signature: inAddress,
    }),
    response: {},
  },
} as const satisfies Endpoint

export const getDownloadUrl = {
  method: 'GET',
  url: '/api/links/:id/download-address',
  config: { session: 'required', keyScope: 'read' },
  schema: {
    summary: 'Get a download URL for the owner or an editor that works without a token for ten minutes',
    tags,
    params: byLinkId,
    querystring: z.object({
      size: downloadSize,
      images: z.optional(chosenImages),
      choice: ofChoice,
      section: ofSection,
    }),
    response: { 200: ok(z.object({ url: z.string() })) },
  },
} as const satisfies Endpoint

export const downloadChosen = {
  method: 'GET',
  url: '/api/links/:id/choices.zip',
  config: { session: 'required', keyScope: 'read', isExpensive: true },
  schema: {
    summary: "Download everyone's favorites, or one person's, as a ZIP (owner and editors)",
    tags,
    params: byLinkId,
    querystring: z.object({ size: downloadSize, choice: ofChoice }),
    response: {},
  },
} as const satisfies Endpoint
