import * as z from 'zod/mini'
import { emailMaxLength, guestNameMaxLength, noteMaxLength } from './limits.ts'
import { emailAddress, optionalText, requiredLine, yesOrNo } from './text.ts'

export const imageChoice = z.object({
  chosen: yesOrNo('Chosen'),
  /** Omit the note to keep the current one. */
  note: z.optional(optionalText('Note', noteMaxLength)),
})
export type ImageChoice = z.infer<typeof imageChoice>

export const message = z._default(optionalText('Message', noteMaxLength), '')

export const sentChoice = z.object({
  name: requiredLine('Name', guestNameMaxLength),
  email: z._default(z.nullable(emailAddress(emailMaxLength)), null),
  message,
})
export type SentChoice = z.infer<typeof sentChoice>
