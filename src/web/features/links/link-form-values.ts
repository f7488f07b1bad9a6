import * as z from 'zod/mini'
import { type LinkChange, type NewLink, newLink } from '#shared/link-forms.ts'
import type { Link } from '#shared/links.ts'
import { ApiError } from '#web/lib/api.ts'
import { audienceOf } from '#web/lib/audience.ts'

/** What the form asks for: the server's own rules, and the date picker's own sentence. */
export const linkForm = z.extend(newLink, {
  expiresAt: z.nullable(z.iso.datetime('Date input not valid.')),
})
export type LinkFormInput = z.input<typeof linkForm>

/** Nothing is shown to everyone unless the owner says so, and a gallery opens with its cover: the API's own defaults are others. */
export const emptyLink: LinkFormInput = {
  title: '',
  description: '',
  isPrivate: false,
  isListed: false,
  allowDownloads: true,
  cameraDetails: false,
  choosing: 'off',
  choiceLimit: null,
  comments: 'accounts',
  holdGuestComments: true,
  opening: 'cover',
  expiresAt: null,
  slug: undefined,
  password: undefined,
}

export const valuesOf = (link: Link): LinkFormInput => ({
  title: link.title,
  description: link.description,
  isPrivate: link.isPrivate,
  isListed: link.isListed,
  allowDownloads: link.allowDownloads,
  cameraDetails: link.cameraDetails,
  choosing: link.choosing,
  choiceLimit: link.choiceLimit,
  comments: link.comments,
  holdGuestComments: link.holdGuestComments,
  opening: link.opening,
  expiresAt: link.expiresAt,
  slug: link.slug,
  password: undefined,
})

/** Whom the link opens for once the form is saved: a password is text where it is chosen, null where it goes, else it stays. */
export const chosenAudience = (
  { isPrivate = false, password }: Pick<LinkFormInput, 'isPrivate' | 'password'>,
  hasPassword: boolean,
) => audienceOf({ isPrivate, hasPassword: password === undefined ? hasPassword : password !== null })

/** Only what differs is sent: what somebody changed elsewhere meanwhile stays. */
export const changesTo = (link: Link, values: NewLink): LinkChange =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== link[name as keyof Link]))

/**
 * Puts a refusal beside the field that it is about. A plan that refuses a slug says so before it looks at the date, and
 * one that allows slugs allows every date.
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
