import * as z from 'zod/mini'
import {
  accountDeletion,
  credentials,
  forgottenPassword,
  newUser,
  password,
  passwordChange,
  profile,
} from './account-forms.ts'
import { done, type Endpoint, ok } from './endpoint.ts'

const user = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  /** Visitors see this name. It's the user's name unless they've set another. */
  galleryName: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /**
   * False if the server requires a confirmed email address and the user hasn't confirmed theirs. Until then, visitors
   * can't open the user's links.
   */
  isConfirmed: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof user>

const session = z.object({
  _id: z.string(),
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Session = z.infer<typeof session>

export const signedIn = z.object({ success: z.literal(true), token: z.string(), user })
const tags = ['Accounts'] as const

export const register = {
  method: 'POST',
  url: '/api/auth/register',
  config: { session: 'none', keyScope: 'never' },
  schema: { summary: 'Register and log in', tags, body: newUser, response: { 201: signedIn } },
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  url: '/api/auth/login',
  config: { session: 'none', keyScope: 'never', guessEvent: 'login_failed' },
  schema: { summary: 'Log in', tags, body: credentials, response: { 200: signedIn } },
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/api/auth/logout',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Log out', tags, response: { 200: done } },
} as const satisfies Endpoint

export const getMe = {
  method: 'GET',
  url: '/api/auth/me',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Get the logged-in user', tags, response: { 200: ok(user) } },
} as const satisfies Endpoint

export const updateProfile = {
  method: 'PUT',
  url: '/api/auth/updateprofile',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Change the name and the gallery name', tags, body: profile, response: { 200: ok(user) } },
} as const satisfies Endpoint

export const updatePassword = {
  method: 'PUT',
  url: '/api/auth/updatepassword',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Change the password and end all other sessions',
    tags,
    body: passwordChange,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const forgotPassword = {
  method: 'POST',
  url: '/api/auth/forgotpassword',
  config: { session: 'none', keyScope: 'never' },
  schema: {
    summary: 'Request a password reset email',
    tags,
    body: forgottenPassword,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const deadResetLink = 'This reset link is invalid or has expired. Request a new one.'

export const checkResetLink = {
  method: 'GET',
  url: '/api/auth/resetpassword/:token',
  config: { session: 'none', keyScope: 'never', unreadable: deadResetLink },
  schema: {
    summary: 'Check whether a password reset token is still valid',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: ok(z.object({ isValid: z.boolean(), revokesKeys: z.optional(z.literal(true)) })) },
  },
} as const satisfies Endpoint

export const resetPassword = {
  method: 'PUT',
  url: '/api/auth/resetpassword/:token',
  config: { session: 'none', keyScope: 'never', unreadable: deadResetLink },
  schema: {
    summary: 'Set a new password with a reset token and end all sessions',
    tags,
    params: z.object({ token: z.string() }),
    body: z.object({ password }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export const checkRegistrationInvitation = {
  method: 'GET',
  url: '/api/auth/invitation/:token',
  config: { session: 'none', keyScope: 'never' },
  schema: {
    summary: 'Check whether a registration invitation is still valid, and who it was sent to',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: ok(z.object({ isValid: z.boolean(), email: z.nullable(z.string()) })) },
  },
} as const satisfies Endpoint

export const deadConfirmation = "This confirmation link isn't valid. Request a new email from your dashboard."

export const confirmEmail = {
  method: 'POST',
  url: '/api/auth/confirm/:token',
  config: { session: 'none', keyScope: 'never', unreadable: deadConfirmation },
  schema: {
    summary: 'Confirm an email address with the token from the email',
    tags,
    params: z.object({ token: z.string() }),
    response: { 200: done },
  },
} as const satisfies Endpoint

export const sendConfirmation = {
  method: 'POST',
  url: '/api/auth/confirmation',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Resend the confirmation email', tags, response: { 200: done } },
} as const satisfies Endpoint

export const listSessions = {
  method: 'GET',
  url: '/api/auth/sessions',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'List your sessions', tags, response: { 200: ok(z.array(session)) } },
} as const satisfies Endpoint

export const endOtherSessions = {
  method: 'DELETE',
  url: '/api/auth/sessions',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'End all other sessions', tags, response: { 200: ok(z.object({ ended: z.number() })) } },
} as const satisfies Endpoint

export const deleteAccount = {
  method: 'DELETE',
  url: '/api/auth/deleteaccount',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Delete the account and everything in it',
    tags,
    body: accountDeletion,
    response: { 200: done },
  },
} as const satisfies Endpoint
