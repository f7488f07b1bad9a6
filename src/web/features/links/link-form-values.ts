import * as z from 'zod/mini'
import { fieldsFor, fieldsOf, type LinkChange, type NewLink, newLink } from '#shared/link-forms.ts'
import type { Link } from '#shared/links.ts'
import { ApiError } from '#web/lib/api.ts'
import { audienceOf } from '#web/lib/audience.ts'
import { unreadable } from '#web/lib/date-time.ts'
import { formatDay } from '#web/lib/formats.ts'

/** Replaces the server's rule for `expiresAt`, to show the date picker's error message. */
export const linkForm = z.extend(newLink, {
  expiresAt: z.nullable(z.iso.datetime('Date input not valid.')),
})
/** A link can keep a slug that has been reserved since. The server checks new ones. */
export const editedLinkForm = z.extend(linkForm, { slug: z.optional(fieldsFor('change').slug) })
export type LinkFormInput = z.input<typeof linkForm>

/** Unlike the API's defaults, new links open with the cover and aren't listed. */
export const emptyLink: LinkFormInput = {
  ...fieldsFor('initial'),
  isListed: false,
  opening: 'cover',
  password: undefined,
}

export const valuesOf = (link: Link): LinkFormInput => ({ ...fieldsOf(link), password: undefined })

/** The parts of the form, in the order of the edit page. */
export const formParts = [
  { id: 'details', title: 'Details', fields: ['title', 'description', 'slug', 'opening'] },
  { id: 'access', title: 'Who can see it', fields: ['isPrivate', 'password', 'expiresAt', 'isListed'] },
  {
    id: 'visitors',
    title: 'Visitor permissions',
    fields: ['allowDownloads', 'cameraDetails', 'choosing', 'choiceLimit', 'comments', 'holdGuestComments'],
  },
  {
    id: 'uploads',
    title: 'Guest uploads',
    fields: [
      'guestUploads',
      'approveUploads',
      'visitorsSee',
      'revealAt',
      'uploadsCloseAt',
      'guestUploadLimit',
      'uploadLimitPerGuest',
      'askGuestName',
    ],
  },
  { id: 'watermark', title: 'Watermark', fields: ['watermark'] },
] as const satisfies { id: string; title: string; fields: (keyof LinkFormInput)[] }[]

/** Returns the audience after saving. A `password` of null removes the password, and undefined keeps it. */
export const chosenAudience = (
  { isPrivate = false, password }: Pick<LinkFormInput, 'isPrivate' | 'password'>,
  hasPassword: boolean,
) => audienceOf({ isPrivate, hasPassword: password === undefined ? hasPassword : password !== null })

const adderNames = { off: 'Off', everyone: 'Anyone with the link', invited: 'People you invite' }
const modeNames = { off: 'Off', corner: 'In the corner', tiled: 'Tiled' }
const audienceNames = { public: 'Public', password: 'Password', private: 'Private' }

/** Describes the current values of each part in a few words, for when its fields are collapsed. */
export function summariesOf(values: LinkFormInput, hasPassword: boolean) {
  const { watermark } = values
  const { title, opening, expiresAt, allowDownloads, comments, choosing, guestUploads = 'off', approveUploads } = values
  const isDated = expiresAt && expiresAt !== unreadable
  const allowed = [
    ...(allowDownloads ? ['download'] : []),
    ...(comments === 'off' ? [] : ['comment']),
    ...(choosing === 'on' ? ['send favorites'] : []),
  ]
  return {
    details: title,
    opening: opening === 'cover' ? 'Opens with the cover photo' : 'Opens with the photo grid',
    access: `${audienceNames[chosenAudience(values, hasPassword)]}, ${isDated ? `until ${formatDay(expiresAt)}` : 'no expiration date'}`,
    visitors:
      allowed.length > 0 ? `Visitors can ${new Intl.ListFormat('en').format(allowed)}` : 'Visitors can only view',
    watermark: modeNames[watermark?.mode ?? 'off'],
    uploads: `${adderNames[guestUploads]}${guestUploads !== 'off' && approveUploads ? ', you approve' : ''}`,
  }
}

/** Only includes changed fields, to keep concurrent edits to other fields. */
export function changesTo(link: Link, values: NewLink): LinkChange {
  const { watermark: currentMark, ...current } = valuesOf(link)
  const { watermark, ...rest } = values
  const marked = changedFields(watermark, currentMark ?? {})
  return { ...changedFields(rest, current), ...(Object.keys(marked).length > 0 && { watermark: marked }) }
}

const changedFields = <Fields extends object>(values: Fields, current: { [Name in keyof Fields]?: unknown }) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== current[name as keyof Fields]),
  ) as Partial<Fields>

/**
 * Assigns an error to its field. If there's a new slug, PLAN_FEATURE refers to the slug, because the server checks it
 * before the date, and plans with custom slugs allow any date.
 */
export const toFieldError = (hasNewSlug: boolean) => (error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  const { status, code, message } = error
  if (code === 'SLUG_TAKEN') throw new ApiError(status, { code, message, fields: { slug: message } })
  if (code === 'PLAN_FEATURE') {
    throw new ApiError(status, { code, message, fields: { [hasNewSlug ? 'slug' : 'expiresAt']: message } })
  }
  throw error
}
