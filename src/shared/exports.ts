import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { choiceMaxSize, commentMaxLength, emailMaxLength, guestNameMaxLength, noteMaxLength } from './limits.ts'
import { byLinkId } from './links.ts'
import { emailAddress, optionalLine, optionalText, requiredText, yesOrNo } from './text.ts'

const instant = z.iso.datetime()
const tags = ['Accounts'] as const
/** `url` is only set if the server can't send email. Otherwise the URL is only sent by email. */
const accountExport = z.object({ createdAt: instant, expiresAt: instant, url: z.optional(z.string()) })

export const startExport = {
  method: 'POST',
  url: '/api/auth/export',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Request a ZIP of the whole account; a download link is emailed and expires after seven days',
    tags,
    response: { 202: ok(accountExport) },
  },
} as const satisfies Endpoint

export const getExport = {
  method: 'GET',
  url: '/api/auth/export',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: "Get when the download link of the latest export expires; null if there's none",
    tags,
    response: { 200: ok(z.nullable(accountExport)) },
  },
} as const satisfies Endpoint

export const deadExport = 'Exports are available for seven days. Request a new one in Account Settings.'

export const downloadExport = {
  method: 'GET',
  url: '/api/exports/:token',
  config: { session: 'none', keyScope: 'never', unreadable: deadExport },
  schema: {
    summary: 'Download the ZIP of an export',
    tags,
    params: z.object({ token: z.string() }),
    response: {},
  },
} as const satisfies Endpoint

/** Applies separately to the comments and the choices in a call. */
export const importMaxItems = 100
/** Applies to the images in all choices of a call. */
export const importMaxFavorites = 1000

/** Image IDs are those of the new installation, not those in the export. */
const importedFeedback = z.object({
  comments: z
    .array(
      z.object({
        imageId: z.string(),
        name: optionalLine('Name', guestNameMaxLength),
        content: requiredText('Comment', commentMaxLength),
        isOwners: yesOrNo('Written by the owner'),
        state: z.enum(['shown', 'waiting']),
        createdAt: instant,
      }),
    )
    .check(z.maxLength(importMaxItems)),
  choices: z
    .array(
      z.object({
        name: optionalLine('Name', guestNameMaxLength),
        email: z.nullable(emailAddress(emailMaxLength)),
        message: optionalText('Message', noteMaxLength),
        isSent: yesOrNo('Sent'),
        sentAt: z.nullable(instant),
        createdAt: instant,
        images: z
          .array(z.object({ imageId: z.string(), note: optionalText('Note', noteMaxLength) }))
          .check(z.maxLength(choiceMaxSize)),
      }),
    )
    .check(z.maxLength(importMaxItems)),
})
export type ImportedFeedback = z.infer<typeof importedFeedback>

export const importFeedback = {
  method: 'POST',
  url: '/api/links/:id/import',
  config: { session: 'required', keyScope: 'manage', isExpensive: true },
  schema: {
    summary: "Import comments and favorites from an export; existing ones aren't changed",
    tags,
    params: byLinkId,
    body: importedFeedback,
    response: { 200: done },
  },
} as const satisfies Endpoint
