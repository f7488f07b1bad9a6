import * as z from 'zod/mini'
import { pageMaxSize } from './limits.ts'

export const limit = z.optional(
  z.coerce
    .number('Limit must be a number')
    .check(
      z.int('Limit must be a whole number'),
      z.minimum(1, 'Limit must be at least 1'),
      z.maximum(pageMaxSize, `Limit cannot be more than ${pageMaxSize}`),
    ),
)
export const cursor = z.optional(z.string().check(z.maxLength(500, "This cursor isn't valid")))
