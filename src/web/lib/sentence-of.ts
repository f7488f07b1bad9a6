import { ApiError } from './api.ts'

/** What the server said, or the catalogue's sentence where it said nothing. */
export const sentenceOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code !== 'UNREACHABLE' && error.code !== 'UNREADABLE' ? error.message : fallback
