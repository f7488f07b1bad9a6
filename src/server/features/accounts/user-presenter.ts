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

export const tooMany = (what: string, retryAfterSeconds: number) =>
  new AppError('RATE_LIMITED', `Too many ${what}. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`, {
    retryAfterSeconds,
  })

export const wrongLogin = () => new AppError('UNAUTHENTICATED', 'Invalid email or password')

export const sessionOver = () => new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
