import { ApiError } from '#web/lib/api.ts'

/** The server's own sentence comes first; where it gave none, the call fails with this one. */
export const orSay =
  (sentence: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error
    const { status, code } = error
    throw code === 'UNREACHABLE' || code === 'UNREADABLE' ? new ApiError(status, { code, message: sentence }) : error
  }
