import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { choiceMaxSize, commentMaxLength, emailMaxLength, guestNameMaxLength, noteMaxLength } from './limits.ts'
import { byLinkId } from './links.ts'
import { emailAddress, optionalLine, optionalText, requiredText, yesOrNo } from './text.ts'

const instant = z.iso.datetime()
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

/** So many comments or choices come with one call. */
export const importMaxItems = 100
/** So many images in all the choices of one call. */
export const importMaxFavorites = 5000

/** Of pictures as they are here, not as they were called where the export comes from. */
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
  config: { session: 'required', isExpensive: true },
  schema: {
    summary: 'Bring in what an export says that others wrote and chose; what is here already stays as it is',
    tags,
    params: byLinkId,
    body: importedFeedback,
    response: { 200: done },
  },
} as const satisfies Endpoint
