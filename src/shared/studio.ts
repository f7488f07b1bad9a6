import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'
import { studioChange } from './studio-forms.ts'

const shownAccent = z.nullable(z.object({ light: z.string(), dark: z.string() }))

/** What visitors see of a studio. Links without branding have none. */
export const shownStudio = z.object({
  name: z.string(),
  line: z.string(),
  website: z.nullable(z.string()),
  accent: shownAccent,
  logoUrl: z.nullable(z.string()),
  logoDarkUrl: z.nullable(z.string()),
  /** True if the page shows 'Powered by Framelight'. */
  poweredBy: z.boolean(),
})
export type ShownStudio = z.infer<typeof shownStudio>

const studio = z.object({
  isOn: z.boolean(),
  /** If empty, visitors see the gallery name. */
  name: z.string(),
  line: z.string(),
  website: z.nullable(z.string()),
  accent: z.nullable(z.string()),
  /** The accent color, adjusted to be readable on light and dark pages. */
  accentShown: shownAccent,
  logoUrl: z.nullable(z.string()),
  logoDarkUrl: z.nullable(z.string()),
  /** Whether the plan includes branding. */
  isAllowed: z.boolean(),
  poweredBy: z.boolean(),
})
export type Studio = z.infer<typeof studio>

const logoTheme = z.enum(['light', 'dark'])
export type LogoTheme = z.infer<typeof logoTheme>

const tags = ['Studio'] as const
const params = z.object({ theme: logoTheme })

export const getStudio = {
  method: 'GET',
  url: '/api/auth/studio',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Get your branding', tags, response: { 200: ok(studio) } },
} as const satisfies Endpoint

export const updateStudio = {
  method: 'PUT',
  url: '/api/auth/studio',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Change your branding', tags, body: studioChange, response: { 200: ok(studio) } },
} as const satisfies Endpoint

export const setStudioLogo = {
  method: 'PUT',
  url: '/api/auth/studio/logo/:theme',
  config: { session: 'required', keyScope: 'never', isUpload: true },
  schema: {
    summary: 'Set the logo for light or dark backgrounds (multipart form with the file `logo`)',
    tags,
    params,
    response: { 200: ok(studio) },
  },
} as const satisfies Endpoint

export const deleteStudioLogo = {
  method: 'DELETE',
  url: '/api/auth/studio/logo/:theme',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Remove a logo', tags, params, response: { 200: ok(studio) } },
} as const satisfies Endpoint
