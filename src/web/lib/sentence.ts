import { ApiError } from './api.ts'

/** The server's own sentence; where it gave none, since it was not reached or made no sense, the one for this call. */
export function sentenceOf(error: unknown, fallback: string) {
  const isServers = error instanceof ApiError && error.code !== 'UNREACHABLE' && error.code !== 'UNREADABLE'
  return (isServers && error.message) || fallback
}

/** For a promise's `catch`: the call fails with the server's own sentence, or with this one. */
export const orSay =
  (fallback: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, fields, data } = error
    throw new ApiError(status, { code, message: sentenceOf(error, fallback), fields, data })
  }
