import * as z from 'zod/mini'
import { code, rememberMe } from './account-forms.ts'
import { emailMaxLength, nameLength, passwordLength } from './limits.ts'
import { emailAddress, requiredLine, secretText } from './text.ts'
import { browserTimeZone } from './time-zones.ts'

/** What a browser's passkey API returns, in WebAuthn's JSON form. The server verifies it. */
export const passkeyResponse = z.record(z.string(), z.unknown(), 'Response must be an object')

export const proofOfIdentity = z.object({
  password: z.optional(secretText('Password', passwordLength.max)),
  code: z.optional(code),
  response: z.optional(passkeyResponse),
})
export type ProofOfIdentity = z.infer<typeof proofOfIdentity>

/** For the forms that ask for a code. */
export const oneCode = z.object({ code: requiredLine('Code', 64) })

export const passkeyLogin = z.object({ response: passkeyResponse, rememberMe, timeZone: browserTimeZone })
export type PasskeyLogin = z.infer<typeof passkeyLogin>

export const passkeyName = z.object({ name: requiredLine('Name', nameLength.max) })

export const newEmail = z.object({ email: emailAddress(emailMaxLength) })
