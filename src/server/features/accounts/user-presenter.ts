import type { User } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import type { Account } from './accounts.repository.ts'

export const toUser = ({ id, name, galleryName, email, isAdmin, isConfirmed, createdAt }: Account): User => ({
  id,
  _id: id,
  name,
  galleryName,
  email,
  isAdmin,
  isConfirmed,
  createdAt,
})

export const wrongLogin = () => new AppError('UNAUTHENTICATED', 'Invalid email or password')

export const wrongPasskey = () =>
  new AppError('UNAUTHENTICATED', "That passkey didn't work. Try again, or log in another way.")

export const passwordLoginOff = () =>
  new AppError('PASSWORD_LOGIN_OFF', "You can't use a password here. Log in another way.")

/** Throw this only after the person has proved who they are, so it doesn't reveal which accounts exist. */
export const accountDisabled = () =>
  new AppError(
    'ACCOUNT_DISABLED',
    "This account was disabled by this site's administrator. Contact them to find out why.",
  )

export const lastWayIn = () =>
  new AppError('LAST_WAY_IN', 'This is the only way into your account. Add another one first, then remove it.')

export const sessionOver = () => new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
