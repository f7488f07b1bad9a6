import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** So many requests may be under way at once; where more come than go, turning some away keeps the others quick. */
const maxOpenRequests = 1000

export function useOverloadGuard(app: App) {
  let openRequests = 0
  app.server.on('request', (_request, response) => {
    openRequests++
    response.once('close', () => openRequests--)
  })
  app.addHook('onRequest', (_request, _reply, done) => done(openRequests > maxOpenRequests ? overloaded() : undefined))
}

const overloaded = () =>
  new AppError('UNAVAILABLE', 'The service is very busy right now. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
