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
const opening = z.enum(['wall', 'cover'], 'Opening must be wall or cover')
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

const choiceLimit = z
  .number('The limit must be a number')
  .check(
    z.int('The limit must be a whole number'),
    z.minimum(1, 'The limit must be at least 1'),
    z.maximum(choiceMaxSize, `The limit cannot be more than ${choiceMaxSize}`),
  )

const expiresAt = z.iso
  .datetime({ offset: true, error: "Expiration date isn't valid" })
  // Timestamps are compared as text, so dates after the year 9999 would sort incorrectly.
  .check(z.refine((text) => new Date(text).getUTCFullYear() <= 9999, "Expiration date isn't valid"))

/** A field that new links can omit. So can exports, because older ones don't have it. */
const optional = <Value>(
  response: z.ZodMiniType<Value, Value>,
  input: z.ZodMiniType<Value, Value>,
  initial: z.core.util.NoUndefined<Value>,
) => ({
  response,
  create: z._default(input, initial),
  change: input,
  export: z._default(response, initial),
  initial,
})

const flag = (label: string, initial: boolean) => optional(z.boolean(), yesOrNo(label), initial)

const title = requiredLine('Title', titleMaxLength)

/**
 * Everything an owner can set on a link, except the password. Requests, responses, exports, imports, the form and the
 * columns are derived from this table. Visitors can read every field. A field's column has the same name in snake_case.
 * Invalid input is reported in this order.
 */
export const linkFields = {
  title: { response: z.string(), create: title, change: title, export: z.string(), initial: '' },
  description: optional(z.string(), optionalText('Description', descriptionMaxLength), ''),
  isPrivate: flag('Private', false),
  isListed: flag('Show on the public page', true),
  /** Visitors see whether they can download. */
  allowDownloads: flag('Allow downloads', true),
  cameraDetails: flag('Show camera details', false),
  /** Visitors see whether they can pick favorites. */
  choosing: optional(choosing, choosing, 'off'),
  /** Applies to each visitor. Null means no limit. */
  choiceLimit: optional(z.nullable(z.number()), z.nullable(choiceLimit), null),
  /** Visitors see whether and how they can comment. */
  comments: optional(commenting, commenting, 'accounts'),
  /** If true, guest comments need the owner's approval. */
  holdGuestComments: flag('Hold comments', true),
  opening: optional(opening, opening, 'wall'),
  expiresAt: optional(z.nullable(z.iso.datetime()), z.nullable(expiresAt), null),
  slug: {
    response: z.string(),
    create: z.optional(slug),
    change: slug,
    export: z.string(),
    initial: undefined,
  },
}

type FieldTable = typeof linkFields
export type LinkField = keyof FieldTable
export const linkFieldNames = Object.keys(linkFields) as LinkField[]

type Use = keyof FieldTable[LinkField]

/** Returns one column of the table, such as the schemas of a request. */
export const fieldsFor = <For extends Use>(use: For) =>
  Object.fromEntries(linkFieldNames.map((name) => [name, linkFields[name][use]])) as {
    [Name in LinkField]: FieldTable[Name][For]
  }

export type LinkFields = { [Name in LinkField]: z.infer<FieldTable[Name]['response']> }

/** Leaves out everything that the owner can't set. */
export const fieldsOf = (link: LinkFields) =>
  Object.fromEntries(linkFieldNames.map((name) => [name, link[name]])) as LinkFields

/** Null removes the password. Omit it to keep the current one. */
const password = z.optional(z.nullable(secretText('Password', linkPasswordLength.max, linkPasswordLength.min)))

export const newLink = z.object({ ...fieldsFor('create'), password })
export type NewLink = z.infer<typeof newLink>

/** Omitted fields keep their values. */
export const linkChange = z.partial(z.object({ ...fieldsFor('change'), password }))
export type LinkChange = z.infer<typeof linkChange>

export const moreTimeRequest = z.object({
  name: requiredLine('Name', guestNameMaxLength),
  message: z._default(optionalText('Message', noteMaxLength), ''),
})
export type MoreTimeRequest = z.infer<typeof moreTimeRequest>
