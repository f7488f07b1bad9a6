import * as z from 'zod/mini'
import { hostMaxLength } from './limits.ts'

/** The server checks the rest, because it also converts names in other scripts. */
export const domainChange = z.object({
  host: z
    .string('Domain must be text')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Enter a domain such as photos.example.com', abort: true }),
      z.maxLength(hostMaxLength, `Domain cannot be more than ${hostMaxLength} characters`),
    ),
})
