import { AppError } from '#shared/errors.ts'

/** So many requests may be under way at once; where more come than go, turning some away keeps the others quick. */
const maxOpenRequests = 1000

export const isOverloaded = (openRequests: number) => openRequests > maxOpenRequests

/** What a request is told that comes while too many are open. */
export const requireCapacity = (openRequests: number) =>
  isOverloaded(openRequests)
    ? new AppError('UNAVAILABLE', 'The service is very busy right now. Please try again in a moment.', {
        retryAfterSeconds: 2,
      })
    : undefined
