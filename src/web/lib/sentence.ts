import { ApiError } from './api.ts'

/**
 * The server's own sentence; where it gave none, since it was not reached or made no sense, the one for this call. Some calls
 * have another one for an answer that made no sense.
 */
export function sentenceOf(error: unknown, fallback: string, forNonsense = fallback) {
  if (!(error instanceof ApiError) || error.code === 'UNREACHABLE') return fallback
  return (error.code !== 'UNREADABLE' && error.message) || forNonsense
}

/** What our own code throws to be shown is a plain error; the text of any other exception is for nobody's eyes. */
export const saidOr = (error: unknown, fallback: string) =>
  error instanceof Error && (error.name === 'Error' || error.name === 'ApiError') ? error.message : fallback

/** For a promise's `catch`: the call fails with the server's own sentence, or with this one. */
export const orSay =
  (fallback: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, fields, data } = error
    throw new ApiError(status, { code, message: sentenceOf(error, fallback), fields, data })
  }
