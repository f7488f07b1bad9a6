import type { User } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import { tryAgainIn } from '#shared/too-many-attempts.ts'
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
  new AppError('RATE_LIMITED', `Too many ${what}. ${tryAgainIn(retryAfterSeconds)}`, { retryAfterSeconds })

export const wrongLogin = () => new AppError('UNAUTHENTICATED', 'Invalid email or password')

export const sessionOver = () => new AppError('UNAUTHENTICATED', 'Your session has ended. Please log in again.')
