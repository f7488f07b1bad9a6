import * as z from 'zod/mini'
import { emailMaxLength } from './limits.ts'
import { emailAddress } from './text.ts'

export const newFollower = z.object({ email: emailAddress(emailMaxLength) })
