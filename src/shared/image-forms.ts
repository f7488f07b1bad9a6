import * as z from 'zod/mini'
import { guestName } from './guest-upload-forms.ts'
import {
  bulkMaxSize,
  descriptionMaxLength,
  knownKeysMax,
  orderMaxSize,
  titleMaxLength,
  uploadKeyMaxLength,
} from './limits.ts'
import { sectionId } from './section-forms.ts'
import { optionalText } from './text.ts'

const title = optionalText('Title', titleMaxLength)
const description = optionalText('Description', descriptionMaxLength)

const takenAtError = 'Date taken must be a date like 2026-11-30T18:00:00Z'
const timeZone = /(Z|[+-]\d\d:\d\d)$/

/** Without a time zone, we assume UTC, as for dates in files. */
const takenAt = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], takenAtError)
  .check(z.overwrite((text) => new Date(!text.includes('T') || timeZone.test(text) ? text : `${text}Z`).toISOString()))

/** All fields are text, because they're sent in a multipart form. */
export const uploadFields = z.object({
  title: z._default(title, ''),
  description: z._default(description, ''),
  isCoverImage: z._default(z.enum(['true', 'false', 'on', ''], 'Cover must be true or false'), 'false'),
  /** Used if the file has no date of its own. */
  takenAt: z.optional(takenAt),
  sectionId: z.optional(sectionId('Section must be an id')),
  /** Imports keep the name of the guest who added the image, and whether it needs approval. */
  addedBy: z.optional(guestName),
  state: z.optional(z.enum(['shown', 'waiting'], 'State must be shown or waiting')),
})
export type UploadFields = z.infer<typeof uploadFields>

const fraction = z
  .number('Focal point must be two numbers from 0 to 1')
  .check(z.minimum(0, 'Focal point must be inside the image'), z.maximum(1, 'Focal point must be inside the image'))
const focus = z.nullable(z.object({ x: fraction, y: fraction }, 'Focal point must be two numbers from 0 to 1'))

export const imageChange = z.partial(z.object({ title, description, coverFocus: focus }))
export type ImageChange = z.infer<typeof imageChange>

const anId = (sentence: string) => z.string(sentence).check(z.regex(/^[\w-]{1,100}$/, sentence))

const imageIds = (max: number) =>
  z
    .array(anId('Images must be a list of ids'), 'Images must be a list of ids')
    .check(z.maxLength(max, `At most ${max} images at once`))

export const bulkAction = z.object({
  action: z.enum(['delete', 'move', 'copy', 'section'], 'Action must be delete, move, copy or section'),
  imageIds: imageIds(bulkMaxSize).check(z.minLength(1, 'Select at least one image')),
  /** Required to move and copy. */
  linkId: z.optional(anId('Link must be an id')),
  /** Required for `section`. Null means no section. */
  sectionId: z.optional(z.nullable(anId('Section must be an id or null'))),
})
export type BulkAction = z.infer<typeof bulkAction>

/** `forever` skips the trash. */
export const deletion = z.object({
  forever: z.pipe(
    z._default(z.enum(['true', 'false'], 'Forever must be true or false'), 'false'),
    z.transform((value) => value === 'true'),
  ),
})

export const imageOrder = z.object({ imageIds: imageIds(orderMaxSize) })

const uploadKeyError = `Each key must be 1 to ${uploadKeyMaxLength} printable characters`

export const knownKeys = z.object({
  keys: z
    .array(
      z
        .string(uploadKeyError)
        .check(
          z.maxLength(uploadKeyMaxLength, { error: uploadKeyError, abort: true }),
          z.regex(/^[\x21-\x7e]+$/, uploadKeyError),
        ),
      'Keys must be a list',
    )
    .check(z.minLength(1, 'Send at least one key'), z.maxLength(knownKeysMax, `Send at most ${knownKeysMax} keys`)),
})
