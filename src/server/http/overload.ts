import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** So many requests may be under way at once; where more come than go, turning some away keeps the others quick. */
const maxOpenRequests = 1000

/** Turns requests away while too many are open, and tells whether that is so. */
export function useOverloadGuard(app: App, openRequests: () => number): () => boolean {
  const isOverloaded = () => openRequests() > maxOpenRequests
  app.addHook('onRequest', (_request, _reply, done) => done(isOverloaded() ? overloaded() : undefined))
  return isOverloaded
}

const overloaded = () =>
  new AppError('UNAVAILABLE', 'The service is very busy right now. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
