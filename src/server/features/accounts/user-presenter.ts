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

export const sessionOver = () => new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
