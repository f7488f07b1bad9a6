import * as z from 'zod/mini'
import {
  choiceMaxSize,
  descriptionMaxLength,
  guestNameMaxLength,
  linkPasswordLength,
  maxGuestUploads,
  maxUploadsPerGuest,
  noteMaxLength,
  slugLength,
  titleMaxLength,
} from './limits.ts'
import { pages } from './pages.ts'
import { optionalText, requiredLine, secretText, yesOrNo } from './text.ts'
import { initialWatermark, newWatermark, type Watermark, watermark, watermarkChange } from './watermark-forms.ts'

/** A gallery opens with the photos (`wall`) or with a full-screen cover. */
const opening = z.enum(['wall', 'cover'], 'Opening must be wall or cover')
export type Opening = z.infer<typeof opening>

/** If on, visitors can pick favorites and send them to the owner. */
export const choosing = z.enum(['off', 'on'], 'Choosing must be on or off')
export type Choosing = z.infer<typeof choosing>

export const commenting = z.enum(['accounts', 'guests', 'off'], 'Comments must be accounts, guests or off')
export type Commenting = z.infer<typeof commenting>

/** Who can add images besides the owner and collaborators. `everyone` means anyone who can open the link. */
const guestUploads = z.enum(['off', 'everyone', 'invited'], 'Guest uploads must be off, everyone or invited')
export type GuestUploads = z.infer<typeof guestUploads>

/** With `own`, visitors only see the images that they added. */
const visitorsSee = z.enum(['all', 'own'], 'Visitors must see all or own')
export type VisitorsSee = z.infer<typeof visitorsSee>

export const askGuestName = z.enum(['no', 'optional', 'required'], 'Name must be no, optional or required')
export type AskGuestName = z.infer<typeof askGuestName>

const pageNames = Object.values(pages).map((path) => path.split('/')[1])

/** Contains parts of our own URLs, and names that could mislead people about who created a link. */
const reservedSlugs = new Set([
  ...pageNames,
  ...'about api app assets create download edit framelight help home index logout new null public settings shared slug static support undefined www'.split(
    ' ',
  ),
])
export const isReservedSlug = (slug: string) => reservedSlugs.has(slug)
export const slugReserved = 'This link is reserved'

const slug = z.string('Custom link must be text').check(
  z.overwrite((text) => text.trim()),
  z.minLength(slugLength.min, `Custom link must be at least ${slugLength.min} characters`),
  z.maxLength(slugLength.max, `Custom link cannot be more than ${slugLength.max} characters`),
  z.regex(/^[a-z0-9-]*$/, 'Custom link can only contain a-z, 0-9 and hyphens'),
)

const limitUpTo = (max: number) =>
  z
    .number('The limit must be a number')
    .check(
      z.int('The limit must be a whole number'),
      z.minimum(1, 'The limit must be at least 1'),
      z.maximum(max, `The limit cannot be more than ${max}`),
    )

const instant = (error: string) =>
  z.iso
    .datetime({ offset: true, error })
    // Timestamps are compared as text, so dates after the year 9999 would sort incorrectly.
    .check(z.refine((text) => new Date(text).getUTCFullYear() <= 9999, error))

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

const optionalInstant = (error: string) => optional(z.nullable(z.iso.datetime()), z.nullable(instant(error)), null)

const title = requiredLine('Title', titleMaxLength)

/**
 * Everything an owner can set on a link, except the password. Requests, responses, exports, imports, the form and the
 * columns are derived from this table. Visitors can read every field except those in `ownerOnlyFields`. A field's column
 * has the same name in snake_case. Invalid input is reported in this order.
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
  choiceLimit: optional(z.nullable(z.number()), z.nullable(limitUpTo(choiceMaxSize)), null),
  /** Visitors see whether and how they can comment. */
  comments: optional(commenting, commenting, 'accounts'),
  /** If true, guest comments need the owner's approval. */
  holdGuestComments: flag('Hold comments', true),
  opening: optional(opening, opening, 'wall'),
  expiresAt: optionalInstant("Expiration date isn't valid"),
  slug: {
    response: z.string(),
    create: z.optional(slug.check(z.refine((text) => !isReservedSlug(text), slugReserved))),
    /** The server checks whether a new one is reserved, because the current one is accepted in any case. */
    change: slug,
    export: z.string(),
    initial: undefined,
  },
  guestUploads: optional(guestUploads, guestUploads, 'off'),
  /** If true, images that guests add need the owner's approval. */
  approveUploads: flag('Approve photos', true),
  /** Visitors see what applies to them now. */
  visitorsSee: optional(visitorsSee, visitorsSee, 'all'),
  /** From then on, visitors see all images. Visitors only get dates in the future. */
  revealAt: optionalInstant("Opening date isn't valid"),
  /** From then on, only the owner and collaborators can add images. */
  uploadsCloseAt: optionalInstant("Closing date isn't valid"),
  guestUploadLimit: optional(z.number(), limitUpTo(maxGuestUploads), 500),
  uploadLimitPerGuest: optional(z.number(), limitUpTo(maxUploadsPerGuest), 100),
  askGuestName: optional(askGuestName, askGuestName, 'optional'),
  watermark: {
    response: watermark,
    create: z._default(newWatermark, initialWatermark),
    change: watermarkChange,
    export: z._default(watermark, initialWatermark),
    initial: initialWatermark as Watermark,
  },
}

/** Editors get `watermark` too. Visitors get `adding` instead of what's about guest uploads, and marked files. */
const ownerOnlyFields = [
  'guestUploads',
  'approveUploads',
  'uploadsCloseAt',
  'guestUploadLimit',
  'uploadLimitPerGuest',
  'askGuestName',
  'watermark',
] as const satisfies LinkField[]
type OwnerOnlyField = (typeof ownerOnlyFields)[number]

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

/** Leaves out everything that the owner can't set. A link that was read as a visitor has defaults for the rest. */
export const fieldsOf = (link: { [Name in LinkField]?: LinkFields[Name] | undefined }) =>
  Object.fromEntries(
    linkFieldNames.map((name) => [name, link[name] === undefined ? linkFields[name].initial : link[name]]),
  ) as LinkFields

const isOwnerOnly = (name: LinkField): name is OwnerOnlyField => ownerOnlyFields.includes(name as OwnerOnlyField)
const visitorFieldNames = linkFieldNames.filter((name) => !isOwnerOnly(name))

export const visitorFieldsOf = (link: LinkFields) =>
  Object.fromEntries(visitorFieldNames.map((name) => [name, link[name]])) as Omit<LinkFields, OwnerOnlyField>

/** The fields of a link in responses. */
export const responseFields = Object.fromEntries(
  linkFieldNames.map((name) => {
    const { response } = linkFields[name]
    return [name, isOwnerOnly(name) ? z.optional(response) : response]
  }),
) as {
  [Name in LinkField]: Name extends OwnerOnlyField
    ? z.ZodMiniOptional<FieldTable[Name]['response']>
    : FieldTable[Name]['response']
}

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
