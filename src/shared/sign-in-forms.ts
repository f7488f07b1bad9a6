import * as z from 'zod/mini'
import { emailMaxLength, nameLength, passwordLength } from './limits.ts'
import { emailAddress, requiredLine, secretText } from './text.ts'

const tooLong = 'Code cannot be more than 64 characters'

/** From an authenticator app, or a recovery code. */
export const code = z.string('Code must be text').check(z.maxLength(64, { error: tooLong, abort: true }))

/** What a browser's passkey API returns, in WebAuthn's JSON form. The server verifies it. */
export const passkeyResponse = z.record(z.string(), z.unknown(), 'Response must be an object')

export const proofOfIdentity = z.object({
  password: z.optional(secretText('Password', passwordLength.max)),
  code: z.optional(code),
  response: z.optional(passkeyResponse),
})
export type ProofOfIdentity = z.infer<typeof proofOfIdentity>

export const passkeyName = z.object({ name: requiredLine('Name', nameLength.max) })

export const newEmail = z.object({ email: emailAddress(emailMaxLength) })
