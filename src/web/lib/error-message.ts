import { ApiError } from './api.ts'

/** The server's message, or the call's fallback. Some calls have a different fallback for unreadable responses. */
export function errorMessage(error: unknown, fallback: string, forUnreadable = fallback) {
  if (!(error instanceof ApiError) || error.code === 'UNREACHABLE') return fallback
  return (error.code !== 'UNREADABLE' && error.message) || forUnreadable
}

/** Plain errors are thrown by our own code to be shown. Messages of other exceptions, such as TypeError, aren't for users. */
export const thrownMessage = (error: unknown, fallback: string) =>
  error instanceof Error && (error.name === 'Error' || error.name === 'ApiError') ? error.message : fallback

/** For `.catch()`: rethrows with the server's message, or with this fallback. */
export const withFallback =
  (fallback: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, fields, data } = error
    throw new ApiError(status, { code, message: errorMessage(error, fallback), fields, data })
  }
