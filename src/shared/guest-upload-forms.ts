import * as z from 'zod/mini'
import { guestNameMaxLength } from './limits.ts'
import { optionalLine } from './text.ts'

/** Characters that could hide text or reverse its direction. */
const misleading = /[\p{Cc}\p{Bidi_Control}]/gu

/** The name a guest gives with their photos. Empty if they give none. */
export const guestName = z.pipe(
  z.string('Name must be text').check(z.overwrite((text) => text.replace(/\s+/g, ' ').replace(misleading, ''))),
  optionalLine('Name', guestNameMaxLength),
)

/** The fields of a form with a guest's photo. */
export const guestUploadFields = z.object({ name: z._default(guestName, '') })
