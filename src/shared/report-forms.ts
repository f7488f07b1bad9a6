import * as z from 'zod/mini'
import { noteMaxLength } from './limits.ts'
import { requiredText } from './text.ts'

export const newReport = z.object({ message: requiredText('Description', noteMaxLength) })
export type NewReport = z.infer<typeof newReport>
