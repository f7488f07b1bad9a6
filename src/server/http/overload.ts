import underPressure from '@fastify/under-pressure'
import { AppError } from '#shared/errors.ts'
import type { App } from './app-types.ts'

class Overloaded extends AppError {
  constructor() {
    super('UNAVAILABLE', 'The service is very busy right now. Please try again in a moment.', { retryAfterSeconds: 2 })
  }
}

/** When the event loop lags by seconds, turning some requests away keeps the others quick. */
export async function useOverloadGuard(app: App, maxEventLoopDelayMs: number) {
  const options = { maxEventLoopDelay: maxEventLoopDelayMs, sampleInterval: 500, customError: Overloaded }
  await app.register(underPressure, options)
}
