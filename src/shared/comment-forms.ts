import * as z from 'zod/mini'
import { commentMaxLength, guestNameMaxLength } from './limits.ts'
import { requiredLine, requiredText } from './text.ts'

const content = requiredText('Comment', commentMaxLength)
const name = requiredLine('Name', guestNameMaxLength)

/** Only guests enter a name. Users have one in their account. */
export const newComment = z.object({ content, name: z.optional(name) })
export type NewComment = z.infer<typeof newComment>

export const guestComment = z.object({ name, content })
export type GuestComment = z.infer<typeof guestComment>
