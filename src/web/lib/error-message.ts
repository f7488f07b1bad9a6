import { ApiError } from './api.ts'

/** Returns the server's message, or the fallback. Some calls use a different fallback for unreadable responses. */
export function errorMessage(error: unknown, fallback: string, forUnreadable = fallback) {
  if (!(error instanceof ApiError) || error.code === 'UNREACHABLE') return fallback
  return (error.code !== 'UNREADABLE' && error.message) || forUnreadable
}

/** ApiErrors and plain `Error`s have a message for the user. Others, such as TypeErrors, use the fallback. */
export const thrownMessage = (error: unknown, fallback: string) =>
  error instanceof Error && (error.name === 'Error' || error.name === 'ApiError') ? error.message : fallback

/** Returns a handler for `.catch()` that rethrows with the server's message or this fallback. */
export const withFallback =
  (fallback: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, fields, data } = error
    throw new ApiError(status, { code, message: errorMessage(error, fallback), fields, data })
  }
