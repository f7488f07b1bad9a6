import type * as z from 'zod/mini'

/** The first error for each field, as users see it. Empty if the input is valid. */
export function fieldErrors(schema: z.ZodMiniType, input: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) fields[path.join('.')] ??= message
  return fields
}
