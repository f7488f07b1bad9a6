import * as z from 'zod/mini'
import { keyNameMaxLength, maxLinksOfKey } from './limits.ts'
import { requiredLine } from './text.ts'

export const keyScopes = ['read', 'upload', 'manage'] as const
export type KeyScope = (typeof keyScopes)[number]

const anId = z.string('Links must be a list of ids').check(z.regex(/^[\w-]{1,100}$/, 'Links must be a list of ids'))

const name = requiredLine('Name', keyNameMaxLength)

export const newApiKey = z.object({
  name,
  scopes: z
    .array(z.enum(keyScopes, 'Scopes can be read, upload and manage'), 'Choose what the key can do')
    .check(z.minLength(1, 'Choose what the key can do'), z.maxLength(10, 'Scopes can be read, upload and manage')),
  links: z._default(
    z.nullable(
      z
        .array(anId, 'Links must be a list of ids')
        .check(
          z.minLength(1, 'Choose at least one link'),
          z.maxLength(maxLinksOfKey, `A key can be limited to at most ${maxLinksOfKey} links`),
        ),
    ),
    null,
  ),
  expiresAt: z._default(
    z.nullable(
      z.iso
        .datetime({ offset: true, error: "Expiration date isn't valid" })
        .check(z.refine((text) => new Date(text).getUTCFullYear() <= 9999, "Expiration date isn't valid")),
    ),
    null,
  ),
})
export type NewApiKey = z.infer<typeof newApiKey>

export const apiKeyChange = z.object({ name })
export type ApiKeyChange = z.infer<typeof apiKeyChange>
