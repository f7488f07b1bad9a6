import { ApiError } from './api.ts'

/** The server's own sentence; where it gave none, since it was not reached or made no sense, the one for this call. */
export function sentenceOf(error: unknown, fallback: string) {
  const isServers = error instanceof ApiError && error.code !== 'UNREACHABLE' && error.code !== 'UNREADABLE'
  return (isServers && error.message) || fallback
}
