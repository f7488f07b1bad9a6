import * as z from 'zod/mini'
import { emailMaxLength, nameLength, passwordLength, tokenMaxLength } from './limits.ts'
import { emailAddress, optionalLine, requiredLine, secretText, yesOrNo } from './text.ts'
import { browserTimeZone } from './time-zones.ts'

const name = requiredLine('Name', nameLength.max, nameLength.min)
const email = emailAddress(emailMaxLength)
export const password = secretText('Password', passwordLength.max, passwordLength.min)

export const newUser = z.object({
  name,
  email,
  password,
  /** The token of an administrator's invitation. Required if registration is by invitation only. */
  invitation: z.optional(z.string().check(z.maxLength(tokenMaxLength, "This invitation isn't valid"))),
  /** For emails, such as Europe/Berlin. */
  timeZone: browserTimeZone,
})
export type NewUser = z.infer<typeof newUser>

const agreed = (sentence: string) => z.boolean(sentence).check(z.refine((isAgreed) => isAgreed, sentence))
const missingConfirmation = 'Please confirm your password'
const confirmPassword = z.string(missingConfirmation).check(z.minLength(1, missingConfirmation))

/** Used in a separate schema, so the form shows this error together with the others. */
const isConfirmed = <Form extends { confirmPassword: unknown }>(field: keyof Form) =>
  z.refine<Form>((form) => !form.confirmPassword || form.confirmPassword === form[field], {
    error: 'Passwords do not match',
    path: ['confirmPassword'],
  })
const passwordTwice = z.object({ password: z.unknown(), confirmPassword: z.unknown() }).check(isConfirmed('password'))
const newPasswordTwice = z
  .object({ newPassword: z.unknown(), confirmPassword: z.unknown() })
  .check(isConfirmed('newPassword'))

/** All fields of the form. The API only accepts a `NewUser`. */
export const registration = z.intersection(
  z.extend(newUser, {
    confirmPassword,
    acceptsTerms: agreed('You must agree to the Terms and Conditions'),
    acceptsPrivacy: agreed('You must agree to the Privacy Policy'),
  }),
  passwordTwice,
)

/** From an authenticator app, or a recovery code. */
export const code = z.string('Code must be text').check(z.maxLength(64, 'Code cannot be more than 64 characters'))

export const rememberMe = z._default(yesOrNo('Remember me'), false)

export const credentials = z.object({
  email,
  password,
  rememberMe,
  /** Only for accounts with a second factor. */
  code: z.optional(code),
  timeZone: browserTimeZone,
})
export type Credentials = z.infer<typeof credentials>

export const profile = z.partial(
  z.object({
    name: requiredLine('Name', nameLength.max),
    galleryName: optionalLine('Name on galleries', nameLength.max),
  }),
)
export type Profile = z.infer<typeof profile>

export const passwordChange = z.object({
  currentPassword: secretText('Current password', passwordLength.max),
  newPassword: secretText('New password', passwordLength.max, passwordLength.min),
})
export type PasswordChange = z.infer<typeof passwordChange>

export const confirmedPasswordChange = z.intersection(z.extend(passwordChange, { confirmPassword }), newPasswordTwice)

export const confirmedPassword = z.intersection(z.object({ password, confirmPassword }), passwordTwice)

export const forgottenPassword = z.object({ email })

/** Accounts without a password need a recent session instead. */
export const accountDeletion = z.object({ password: z.optional(secretText('Password', passwordLength.max)) })
