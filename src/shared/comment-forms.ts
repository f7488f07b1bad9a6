import * as z from 'zod/mini'
import { commentMaxLength } from './limits.ts'
import { requiredText } from './text.ts'

export const newComment = z.object({ content: requiredText('Comment', commentMaxLength) })
export type NewComment = z.infer<typeof newComment>
