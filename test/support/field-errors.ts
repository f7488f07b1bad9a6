import type * as z from 'zod/mini'

/** Each field with the first thing that is wrong with it, as people see it; empty when all is well. */
export function fieldErrors(schema: z.ZodMiniType, input: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) fields[path.join('.')] ??= message
  return fields
}
