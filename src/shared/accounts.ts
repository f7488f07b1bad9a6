import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { emailMaxLength, nameLength, passwordLength, tokenMaxLength } from './limits.ts'
import { emailAddress, optionalLine, requiredLine, secretText, yesOrNo } from './text.ts'

const user = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  /** What visitors of one's galleries are told of whose they are; the name, unless another was set. */
  galleryName: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** false until the address is confirmed, where that is asked for: nothing is open to visitors before. */
  isConfirmed: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof user>

const name = requiredLine('Name', nameLength.max, nameLength.min)
const email = emailAddress(emailMaxLength)
const password = secretText('Password', passwordLength.max, passwordLength.min)

export const newUser = z.object({
  name,
  email,
  password,
  /** Of the address by which an administrator has invited them, where only the invited may register. */
  invitation: z.optional(z.string().check(z.maxLength(tokenMaxLength, 'This invitation is not valid'))),
})
export type NewUser = z.infer<typeof newUser>

const agreed = (sentence: string) => z.boolean(sentence).check(z.refine((isAgreed) => isAgreed, sentence))
const missingConfirmation = 'Please confirm your password'
const confirmPassword = z.string(missingConfirmation).check(z.minLength(1, missingConfirmation))

/** The second typing of a password, judged apart from the rest: a form says it beside the other mistakes, not after them. */
const isConfirmed = <Form extends { confirmPassword: unknown }>(field: keyof Form) =>
  z.refine<Form>((form) => !form.confirmPassword || form.confirmPassword === form[field], {
    error: 'Passwords do not match',
    path: ['confirmPassword'],
  })
const passwordTwice = z.object({ password: z.unknown(), confirmPassword: z.unknown() }).check(isConfirmed('password'))
const newPasswordTwice = z
  .object({ newPassword: z.unknown(), confirmPassword: z.unknown() })
  .check(isConfirmed('newPassword'))

/** What the form asks of who registers; the server is sent a new user. */
export const registration = z.intersection(
  z.extend(newUser, {
    confirmPassword,
    acceptsTerms: agreed('You must agree to the Terms and Conditions'),
    acceptsPrivacy: agreed('You must agree to the Privacy Policy'),
  }),
  passwordTwice,
)

export const credentials = z.object({ email, password, rememberMe: z._default(yesOrNo('Remember me'), false) })
export type Credentials = z.infer<typeof credentials>

/** What is omitted stays. */
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

const session = z.object({
  _id: z.string(),
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Session = z.infer<typeof session>

const signedIn = z.object({ success: z.literal(true), token: z.string(), user })
const tags = ['Accounts'] as const

export const register = {
  method: 'POST',
  url: '/api/auth/register',
  config: { session: 'none' },
  schema: { summary: 'Open an account and sign in', tags, body: newUser, response: { 201: signedIn } },
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  url: '/api/auth/login',
  config: { session: 'none' },
  schema: { summary: 'Sign in', tags, body: credentials, response: { 200: signedIn } },
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/api/auth/logout',
  config: { session: 'required' },
  schema: { summary: 'End this session', tags, response: { 200: done } },
} as const satisfies Endpoint

export const getMe = {
  method: 'GET',
  url: '/api/auth/me',
  config: { session: 'required' },
  schema: { summary: 'The signed-in user', tags, response: { 200: ok(user) } },
} as const satisfies Endpoint

export const updateProfile = {
  method: 'PUT',
  url: '/api/auth/updateprofile',
  config: { session: 'required' },
  schema: { summary: 'Change the name, and the name on galleries', tags, body: profile, response: { 200: ok(user) } },
} as const satisfies Endpoint

export const updatePassword = {
  method: 'PUT',
  url: '/api/auth/updatepassword',
  config: { session: 'required' },
  schema: {
    summary: 'Change the password; every other session ends',
    tags,
    body: passwordChange,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const forgotPassword = {
  method: 'POST',
  url: '/api/auth/forgotpassword',
  config: { session: 'none' },
  schema: {
    summary: 'Ask for a mail that resets the password',
    tags,
    body: z.object({ email }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export const deadResetLink = 'This reset link is invalid or has expired. Ask for a new one.'

export const checkResetLink = {
  method: 'GET',
  url: '/api/auth/resetpassword/:token',
  config: { session: 'none', unreadable: deadResetLink },
  schema: {
    summary: 'Whether the token of a reset mail can still be used',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: ok(z.object({ isValid: z.boolean() })) },
  },
} as const satisfies Endpoint

export const resetPassword = {
  method: 'PUT',
  url: '/api/auth/resetpassword/:token',
  config: { session: 'none', unreadable: deadResetLink },
  schema: {
    summary: 'Set a new password with the token of a reset mail; every session ends',
    tags,
    params: z.object({ token: z.string() }),
    body: z.object({ password }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export const checkRegistrationInvitation = {
  method: 'GET',
  url: '/api/auth/invitation/:token',
  config: { session: 'none' },
  schema: {
    summary: 'Whether an invitation to register can still be used, and whom it was sent to',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: ok(z.object({ isValid: z.boolean(), email: z.nullable(z.string()) })) },
  },
} as const satisfies Endpoint

export const deadConfirmation = 'This address does not confirm anything. Ask for a new mail on your dashboard.'

export const confirmEmail = {
  method: 'POST',
  url: '/api/auth/confirm/:token',
  config: { session: 'none', unreadable: deadConfirmation },
  schema: {
    summary: 'Confirm an e-mail address with the token of a mail to it',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export const sendConfirmation = {
  method: 'POST',
  url: '/api/auth/confirmation',
  config: { session: 'required' },
  schema: { summary: 'Ask for another mail that confirms the address', tags, response: { 200: done } },
} as const satisfies Endpoint

export const listSessions = {
  method: 'GET',
  url: '/api/auth/sessions',
  config: { session: 'required' },
  schema: { summary: 'Where one is signed in', tags, response: { 200: ok(z.array(session)) } },
} as const satisfies Endpoint

export const endOtherSessions = {
  method: 'DELETE',
  url: '/api/auth/sessions',
  config: { session: 'required' },
  schema: { summary: 'Sign out everywhere else', tags, response: { 200: ok(z.object({ ended: z.number() })) } },
} as const satisfies Endpoint

export const deleteAccount = {
  method: 'DELETE',
  url: '/api/auth/deleteaccount',
  config: { session: 'required' },
  schema: {
    summary: 'Close the account with everything in it',
    tags,
    body: z.object({ password: secretText('Password', passwordLength.max) }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export type PasswordStrength = { score: number; word: 'Weak' | 'Medium' | 'Strong' }

const signs = [/^.{8,}$/s, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/** A hint beside the field; nothing is refused by it. */
export function passwordStrength(password: string): PasswordStrength {
  const score = signs.filter((sign) => sign.test(password)).length
  return { score, word: score <= 1 ? 'Weak' : score <= 3 ? 'Medium' : 'Strong' }
}
