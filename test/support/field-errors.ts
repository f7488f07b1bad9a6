import type * as z from 'zod/mini'

/** Returns the first error for each field, as users see it. The result is empty if the input is valid. */
export function fieldErrors(schema: z.ZodMiniType, input: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) fields[path.join('.')] ??= message
  return fields
}
