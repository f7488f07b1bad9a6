import * as z from 'zod/mini'
import {
  choiceMaxSize,
  descriptionMaxLength,
  guestNameMaxLength,
  linkPasswordLength,
  noteMaxLength,
  slugLength,
  titleMaxLength,
} from './limits.ts'
import { optionalText, requiredLine, secretText, yesOrNo } from './text.ts'

/** A gallery opens with the photos (`wall`) or with a full-screen cover. */
export const opening = z.enum(['wall', 'cover'], 'Opening must be wall or cover')
export type Opening = z.infer<typeof opening>

/** If on, visitors can pick favorites and send them to the owner. */
export const choosing = z.enum(['off', 'on'], 'Choosing must be on or off')
export type Choosing = z.infer<typeof choosing>

export const commenting = z.enum(['accounts', 'guests', 'off'], 'Comments must be accounts, guests or off')
export type Commenting = z.infer<typeof commenting>

/** Contains parts of our own URLs, and names that could mislead people about who created a link. */
const reservedSlugs = new Set(
  'about account admin analytics api app assets contact cookie-policy create dashboard download edit faq framelight help home images index links login logout new null pricing privacy public register settings slug static subscription support terms undefined upload www'.split(
    ' ',
  ),
)

const slug = z.string('Custom link must be text').check(
  z.overwrite((text) => text.trim()),
  z.minLength(slugLength.min, `Custom link must be at least ${slugLength.min} characters`),
  z.maxLength(slugLength.max, `Custom link cannot be more than ${slugLength.max} characters`),
  z.regex(/^[a-z0-9-]*$/, 'Custom link can only contain a-z, 0-9 and hyphens'),
  z.refine((text) => !reservedSlugs.has(text), 'This link is reserved'),
)

const fields = {
  title: requiredLine('Title', titleMaxLength),
  description: optionalText('Description', descriptionMaxLength),
  isPrivate: yesOrNo('Private'),
  /** Null removes the password. Omit it to keep the current one. */
  password: z.optional(z.nullable(secretText('Password', linkPasswordLength.max, linkPasswordLength.min))),
  isListed: yesOrNo('Show on the public page'),
  allowDownloads: yesOrNo('Allow downloads'),
  cameraDetails: yesOrNo('Show camera details'),
  choosing,
  /** Applies to each visitor. Null means no limit. */
  choiceLimit: z.nullable(
    z
      .number('The limit must be a number')
      .check(
        z.int('The limit must be a whole number'),
        z.minimum(1, 'The limit must be at least 1'),
        z.maximum(choiceMaxSize, `The limit cannot be more than ${choiceMaxSize}`),
      ),
  ),
  comments: commenting,
  /** If true, guest comments need the owner's approval. */
  holdGuestComments: yesOrNo('Hold comments'),
  opening,
  expiresAt: z.nullable(
    z.iso
      .datetime({ offset: true, error: "Expiration date isn't valid" })
      // Timestamps are compared as text, so dates after the year 9999 would sort incorrectly.
      .check(z.refine((text) => new Date(text).getUTCFullYear() <= 9999, "Expiration date isn't valid")),
  ),
  slug: z.optional(slug),
}

export const newLink = z.object({
  ...fields,
  description: z._default(fields.description, ''),
  isPrivate: z._default(fields.isPrivate, false),
  isListed: z._default(fields.isListed, true),
  allowDownloads: z._default(fields.allowDownloads, true),
  cameraDetails: z._default(fields.cameraDetails, false),
  choosing: z._default(fields.choosing, 'off'),
  choiceLimit: z._default(fields.choiceLimit, null),
  comments: z._default(fields.comments, 'accounts'),
  holdGuestComments: z._default(fields.holdGuestComments, true),
  opening: z._default(fields.opening, 'wall'),
  expiresAt: z._default(fields.expiresAt, null),
})
export type NewLink = z.infer<typeof newLink>

/** Omitted fields keep their values. */
export const linkChange = z.partial(z.object(fields))
export type LinkChange = z.infer<typeof linkChange>

export const moreTimeRequest = z.object({
  name: requiredLine('Name', guestNameMaxLength),
  message: z._default(optionalText('Message', noteMaxLength), ''),
})
export type MoreTimeRequest = z.infer<typeof moreTimeRequest>
